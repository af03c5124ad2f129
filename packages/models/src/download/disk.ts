import { statfs } from 'node:fs/promises';
import { ModelsError, type ModelsErrorCode } from '../errors.js';
import { readableBytes } from '../model.js';

/** Bytes that a download leaves to other programs. */
const RESERVE = 32 * 1024 * 1024;

/** Returns the bytes that this user may still write to the disk of a folder. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Throws a ModelsError `no_space` before anything is written. */
export function assertSpace(dir: string, wanted: number, free: number): void {
  if (wanted + RESERVE <= free) return;
  throw new ModelsError(
    'no_space',
    `Expected ${readableBytes(wanted)} of free space in ${dir}, found ${readableBytes(Math.max(0, free - RESERVE))}`,
  );
}

const FILE_ERRORS: readonly (readonly [
  codes: RegExp,
  code: ModelsErrorCode,
  message: (path: string) => string,
])[] = [
  [/^(?:ENOSPC|EDQUOT)$/, 'no_space', (path) => `No space is left for ${path}: free space and fetch again`],
  [
    /^(?:EACCES|EPERM|EROFS)$/,
    'not_writable',
    (path) => `Cannot write ${path}: set AVATAR_DATA_DIR or --data-dir to a folder that you own`,
  ],
  [
    /^(?:ENOTDIR|EISDIR|EEXIST|ELOOP)$/,
    'not_writable',
    (path) => `Cannot write ${path}: another file or folder is in its place`,
  ],
];

/** Converts an error of the file system to a ModelsError of one line. Returns other errors unchanged. */
export function fileError(path: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const known = FILE_ERRORS.find(([codes]) => codes.test(code));
  return known ? new ModelsError(known[1], known[2](path), { cause: error }) : error;
}
