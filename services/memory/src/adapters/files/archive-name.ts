import type { FileHandle } from 'node:fs/promises';
import { sep } from 'node:path';
import { AppError } from '@anima/service/errors';
import { ARCHIVE_FORMAT } from '../../domain/archive/archive-format.js';

/** More than enough for white space and the first member. */
const LOOKED_AT_BYTES = 4096;
/** Archives, also encrypted ones, begin with their format; nothing else that is worth a file does. */
const BEGINNING = new RegExp(`^\\s{0,1024}\\{\\s{0,1024}"format"\\s{0,1024}:\\s{0,1024}"${ARCHIVE_FORMAT}"`);

/**
 * Refuses the real path of what cannot be an archive. What shells, editors and agents read by itself lies under hidden names:
 * those are refused, except in the data directory, which is hidden itself by default.
 */
export function requireArchiveName(
  realPath: string,
  dataDir: string,
  belowRoot: (realPath: string) => string,
): void {
  if (!/\.(?:json|anima)$/.test(realPath)) {
    throw new AppError('path_not_allowed', 'Expected the name of an archive to end in .json or .anima');
  }
  if (realPath.startsWith(dataDir + sep)) return;
  const hidden = belowRoot(realPath)
    .split(sep)
    .find((part) => part.startsWith('.'));
  if (hidden === undefined) return;
  throw new AppError(
    'path_not_allowed',
    `Expected the path of an archive without hidden names, received one with ${hidden}`,
  );
}

/** Whether the file is one that /export wrote, told by its first bytes: it may be as large as it likes. */
export async function beginsLikeArchive(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT_BYTES), 0, LOOKED_AT_BYTES, 0);
  return BEGINNING.test(buffer.toString('utf8', 0, bytesRead));
}
