import { join } from 'node:path';
import { CALIBRATIONS } from './calibration-file.js';

/** Prefix of every file that an import creates next to the database while it runs. */
export const IMPORT_STAGE_PREFIX = 'memory.import';

/** Prefix of the files that `anima reindex` keeps until its vectors are adopted. */
export const REINDEX_PREFIX = 'memory.reindex';

/**
 * Folder into which users install the runtime of a local judge. Its code is executed, so nothing may be
 * written there through the service.
 */
export const JUDGE_RUNTIME = 'judge-runtime';

/**
 * Files of the service in its data directory, including all files whose names start like them
 * (`memory.db-wal`).
 */
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

/**
 * Returns the paths that callers may neither read nor write. Opening and closing `lock.db` would even release
 * the lock of the directory.
 */
export function ownFiles(dataDir: string): string[] {
  return ownNames.map((name) => join(dataDir, name));
}
