import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import type { AuditQueue } from './audit-queue.js';
import type { AuditStore } from './audit-store.js';
import type { ConfigFolder } from './config-folder.js';
import type { Judges } from './find-undecided.js';
import type { ProjectFiles } from './project-files.js';
import type { SkillFolder } from './skill-folder.js';

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
