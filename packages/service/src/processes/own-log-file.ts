import { copyFileSync, fstatSync, ftruncateSync, statSync } from 'node:fs';

const STDERR = 2;
const LOOK_MS = 30_000;
const MAX_LOG_FILE_BYTES = 10 * 1024 * 1024;

/**
 * Keeps the file bounded that stdout and stderr of this process go to: when it is full it becomes `path.1`, in place of the one before,
 * and begins anew. `anima start --background` names it (`ANIMA_LOG_FILE`); a path that these do not lead to is left alone.
 */
export function keepOwnLogBounded(path: string | undefined): void {
  if (path === undefined || path === '') return;
  setInterval(() => {
    try {
      boundLog(path, STDERR, MAX_LOG_FILE_BYTES);
    } catch {
      // A disk that is full, a file that is gone: what is said is no reason to stop saying it.
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
