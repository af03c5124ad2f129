import { join } from 'node:path';
import { CALIBRATIONS } from './calibration-file.js';

/** Begins the name of every file that an import keeps beside the database while it runs. */
export const IMPORT_STAGE_PREFIX = 'memory.import';

/** Begins the name of what `anima reindex` keeps until the vectors it makes are taken over. */
export const REINDEX_PREFIX = 'memory.reindex';

/** The folder into which people install what runs a judge of their own: it is run, so nobody may write it through the service. */
export const JUDGE_RUNTIME = 'judge-runtime';

/** What the service keeps in its data directory, with everything whose name begins like it (`memory.db-wal`). */
export const ownNames = [
  'memory.db',
  'memory.index',
  IMPORT_STAGE_PREFIX,
  'lock.db',
  'lock.pid',
  REINDEX_PREFIX,
  CALIBRATIONS,
  JUDGE_RUNTIME,
] as const;

/** No caller may have them read or written; opening and closing `lock.db` would even drop the lock of the directory. */
export function ownFiles(dataDir: string): string[] {
  return ownNames.map((name) => join(dataDir, name));
}
