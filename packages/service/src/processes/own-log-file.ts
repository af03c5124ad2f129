import { copyFileSync, fstatSync, ftruncateSync, statSync } from 'node:fs';

const STDERR = 2;
const LOOK_MS = 30_000;
const MAX_LOG_FILE_BYTES = 10 * 1024 * 1024;

/**
 * Limits the file of stdout and stderr of this process: when it is full, its content moves to `path.1`, which
 * replaces the previous one. `anima start --background` sets its path (`ANIMA_LOG_FILE`); a path of another
 * file is ignored.
 */
export function keepOwnLogBounded(path: string | undefined): void {
  if (path === undefined || path === '') return;
  setInterval(() => {
    try {
      boundLog(path, STDERR, MAX_LOG_FILE_BYTES);
    } catch {
      // A full disk or a missing file must not stop the log.
    }
  }, LOOK_MS).unref();
}

/** Emptied and not renamed, because this process and its children hold it open, all of them at its end. */
export function boundLog(path: string, descriptor: number, maxBytes: number): void {
  const [held, named] = [fstatSync(descriptor), statSync(path)];
  if (!held.isFile() || held.ino !== named.ino || held.dev !== named.dev || held.size <= maxBytes) return;
  copyFileSync(path, `${path}.1`);
  ftruncateSync(descriptor, 0);
}
