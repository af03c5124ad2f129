import { statfs } from 'node:fs/promises';
import { ModelsError } from '../errors.js';
import { readableBytes } from '../readable-bytes.js';

/** Left to everything else on the disk. */
const RESERVE = 32 * 1024 * 1024;

/** What this user may still write to the disk of a folder, in bytes. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Throws `no_space` before anything is written. */
export function assertSpace(dir: string, wanted: number, free: number): void {
  if (wanted + RESERVE <= free) return;
  throw new ModelsError(
    'no_space',
    `Expected ${readableBytes(wanted)} of free space in ${dir}, found ${readableBytes(Math.max(0, free - RESERVE))}`,
  );
}
