import { join } from 'node:path';
import { CALIBRATIONS } from '../../embedding/calibration/calibration-file.js';

/** Prefix of every file that an import creates next to the database while it runs. */
export const IMPORT_STAGE_PREFIX = 'memory.import';

/** Prefix of the files that `anima reindex` keeps until its vectors are adopted. */
export const REINDEX_PREFIX = 'memory.reindex';

/** Folder of the runtime of a local judge. Its code is executed, so callers must not write to it. */
export const JUDGE_RUNTIME = 'judge-runtime';

/** Files of the service, and all files whose names start like them (`memory.db-wal`). */
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

/** Returns the paths that callers may not access. Opening and closing `lock.db` would release the lock. */
export function ownFiles(dataDir: string): string[] {
  return ownNames.map((name) => join(dataDir, name));
}
