import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../processes/log.js';

/** Rights of group and others. */
const RIGHTS_OF_OTHERS = 0o077;

/**
 * Makes all files that this process and its children create from now on private: files 0600, folders 0700,
 * also in a folder that is open to others. Call it at the start of a program: SQLite, ffmpeg and others have
 * no other setting for it.
 */
export function makeFilesPrivate(): void {
  process.umask(RIGHTS_OF_OTHERS);
}

/**
 * Removes the rights of others from the service's own entries in its data directory, which an older version
 * may have created: all entries whose names start like one of `names`. A folder that others cannot enter
 * protects its content. The directory itself stays unchanged, since its rights may be intended; the log warns
 * if others can list it.
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
        'others can read data of the service, and their rights cannot be removed',
      );
    }
  }
  const mode = lstatSync(dataDir).mode & 0o777;
  if ((mode & RIGHTS_OF_OTHERS) !== 0) {
    log.warn({ dataDir, mode: mode.toString(8) }, 'others may list the data directory; chmod 700 closes it');
  }
}
