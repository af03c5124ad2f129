import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ModelsError } from '../errors.js';
import { fileError } from './file-error.js';

/** From making a lock to writing into it takes a moment; one that is empty for longer belongs to nobody. */
const EMPTY_MS = 2000;

/** One process at a time fetches a file. Whoever died holds the lock no longer. Rejects with `busy`. */
export async function withFileLock<T>(target: string, work: () => Promise<T>): Promise<T> {
  const lock = `${target}.lock`;
  await mkdir(dirname(target), { recursive: true }).catch((error: unknown) => {
    throw fileError(dirname(target), error);
  });
  if (!(await take(lock))) {
    if (await isHeld(lock)) throw busy(target, lock);
    await rm(lock, { force: true });
    if (!(await take(lock))) throw busy(target, lock);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fileError(lock, error);
  }
}

async function isHeld(lock: string): Promise<boolean> {
  const text = await readFile(lock, 'utf8').catch(() => '');
  if (/^\d+$/.test(text)) return isRunning(Number(text));
  const info = await stat(lock).catch(() => undefined);
  return info !== undefined && Date.now() - info.mtimeMs < EMPTY_MS;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function busy(target: string, lock: string): ModelsError {
  return new ModelsError(
    'busy',
    `Another process is fetching ${target}: wait for it (if there is none, delete ${lock})`,
  );
}
