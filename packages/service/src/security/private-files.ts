import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../processes/log.js';

/** Of others than the owner. */
const RIGHTS_OF_OTHERS = 0o077;

/**
 * What this process and those it starts make from now on is for its user alone: files 0600, folders 0700, also in a folder
 * that is open to others. For the start of a program; SQLite, ffmpeg and the like have no other way to be told.
 */
export function makeFilesPrivate(): void {
  process.umask(RIGHTS_OF_OTHERS);
}

/**
 * Takes the rights of others from what the service keeps in its data directory, made by an older version or while the folder
 * was open: from all entries whose names begin like one of `names`. A folder that others cannot enter closes what lies in
 * it. The directory itself stays as somebody made it on purpose; the log says where others may list it.
 */
export function closeDataDirectory(dataDir: string, names: readonly string[], log: Pick<Log, 'warn'>): void {
  // Windows keeps rights elsewhere, and a home is closed to others there.
  if (process.platform === 'win32') return;
  for (const entry of readdirSync(dataDir)) {
    if (!names.some((name) => entry.startsWith(name))) continue;
    const path = join(dataDir, entry);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink() || (found.mode & RIGHTS_OF_OTHERS) === 0) continue;
    try {
      chmodSync(path, found.mode & 0o777 & ~RIGHTS_OF_OTHERS);
    } catch (error) {
      log.warn(
        { file: path, err: error },
        'others may read what the service keeps, and it cannot be closed to them',
      );
    }
  }
  const mode = lstatSync(dataDir).mode & 0o777;
  if ((mode & RIGHTS_OF_OTHERS) !== 0) {
    log.warn({ dataDir, mode: mode.toString(8) }, 'others may list the data directory; chmod 700 closes it');
  }
}
