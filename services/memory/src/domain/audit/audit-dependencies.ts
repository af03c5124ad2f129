import type { AuditStore } from '../../ports/audit-store.js';
import type { ConfigFolder } from '../../ports/config-folder.js';
import type { ProjectFiles } from '../../ports/project-files.js';
import type { SkillFolder } from '../../ports/skill-folder.js';
import type { MemoryDependencies } from '../dependencies.js';
import type { AuditQueue } from './audit-queue.js';
import type { Judges } from './find-undecided.js';

/** Dependencies of audits. */
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
  /** Number of runs that are kept when a run starts; older runs are deleted. */
  keepRuns: number;
  queue: AuditQueue;
  skillFolder: SkillFolder;
  configFolder: ConfigFolder;
  files: ProjectFiles;
}
