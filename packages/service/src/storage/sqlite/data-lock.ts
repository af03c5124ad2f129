import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../errors.js';
import { takeFileLock } from './file-lock.js';

export interface DataLock {
  release(): void;
}

/** Time to wait for a process that is stopping and may still write. */
const HANDOVER_MS = 2_000;

/**
 * Makes this process the only user of a data directory, until `release` or the end of the process. Creates
 * the directory. Locks `lock.db`: see file-lock.ts.
 */
export function lockDataDirectory(directory: string): DataLock {
  const dir = resolve(directory);
  makeDirectory(dir);
  const pidFile = join(dir, 'lock.pid');
  const lock = takeFileLock(join(dir, 'lock.db'), HANDOVER_MS);
  if (lock === null) {
    const holder = readHolder(pidFile);
    throw new AppError(
      'data_directory_locked',
      `The data directory ${dir} is in use by another process${holder}`,
    );
  }
  // Only for the message above. The lock itself never depends on this file.
  writeFileSync(pidFile, `${process.pid}\n`);
  let held = true;
  return {
    release: () => {
      if (held) rmSync(pidFile, { force: true });
      held = false;
      lock.release();
    },
  };
}

function makeDirectory(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new AppError(
      'unavailable',
      `Expected a folder to write to for the data directory, received ${dir} (${code})`,
      { cause },
    );
  }
}

function readHolder(pidFile: string): string {
  try {
    const pid = readFileSync(pidFile, 'utf8').trim();
    return /^\d+$/.test(pid) ? ` (pid ${pid})` : '';
  } catch {
    return '';
  }
}
