import type { AuditStore } from '../../ports/audit-store.js';
import type { ConfigFolder } from '../../ports/config-folder.js';
import type { ProjectFiles } from '../../ports/project-files.js';
import type { SkillFolder } from '../../ports/skill-folder.js';
import type { MemoryDependencies } from '../dependencies.js';
import type { AuditQueue } from './audit-queue.js';
import type { Judges } from './find-undecided.js';

/** What an audit works with. */
export interface AuditDependencies
  extends Judges,
    Pick<
      MemoryDependencies,
      | 'store'
      | 'withTransaction'
      | 'search'
      | 'embedder'
      | 'calibration'
      | 'relations'
      | 'secretPolicy'
      | 'accesses'
      | 'clock'
    > {
  audits: AuditStore;
  /** How many runs stay when one begins. */
  keepRuns: number;
  queue: AuditQueue;
  skillFolder: SkillFolder;
  configFolder: ConfigFolder;
  files: ProjectFiles;
}
