import { createHash, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AppError } from '@anima/service/errors';
import { type AllowedPaths, type OpenFolder, openAllowed, openAllowedFolder } from '@anima/service/files';
import { isThere } from '../../audit/files/project-tree.js';
import type { ArchiveFiles } from '../archive-files.js';
import { ARCHIVE_FORMAT, notAnArchive } from '../archive-format.js';

/** Number of bytes that are read at once; parsing them blocks the event loop for about 2 ms. */
const READ_BYTES = 1 << 16;

const UNFINISHED_NAME = /^\.anima-export-[0-9a-f-]{36}\.tmp$/;

/** `dataDir` is a real path. Archives inside it may also be in hidden folders. */
export function createArchiveFiles(paths: AllowedPaths, dataDir: string): ArchiveFiles {
  const requireName = (path: string) => requireArchiveName(path, dataDir, paths.belowRoot);
  return {
    async write(given, pieces, { overwrite, willWrite }) {
      const path = await paths.writable(given);
      requireName(path);
      const name = basename(path);
      const folder = await openAllowedFolder(dirname(path), paths).catch((error) => {
        throw explainWrite(error, path);
      });
      const unfinishedName = `.anima-export-${randomUUID()}.tmp`;
      const unfinished = folder.at(unfinishedName);
      try {
        const replaced = await findReplaced(folder, name, overwrite);
        await willWrite(join(dirname(path), unfinishedName));
        const written = await writeDurably(unfinished, pieces);
        if (replaced === null) await placeNew(unfinished, folder.at(name), name);
        else await replace(unfinished, folder.at(name), name, replaced);
        await folder.sync();
        return { path, ...written };
      } catch (error) {
        throw explainWrite(error, path);
      } finally {
        await rm(unfinished, { force: true }).catch(() => {});
        await folder.close();
      }
    },

    async removeUnfinished(unfinished) {
      const name = basename(unfinished);
      if (!UNFINISHED_NAME.test(name)) return;
      // Ignores a folder that no longer exists, or that the settings no longer allow.
      const folder = await openAllowedFolder(dirname(unfinished), paths).catch(() => null);
      if (folder === null) return;
      try {
        await rm(folder.at(name), { force: true }).catch(() => {});
      } finally {
        await folder.close();
      }
    },

    async open(given) {
      const path = await paths.readable(given);
      requireName(path);
      const file = await openAllowed(path, paths).catch((error) => {
        throw explainRead(error, path);
      });
      try {
        const stats = await file.stat();
        if (!stats.isFile()) throw notAnArchive(`${path} is not a regular file`);
        if (stats.size === 0) throw notAnArchive(`${path} is empty`);
      } catch (error) {
        await file.close();
        throw error;
      }
      return { read: () => readAll(file), close: () => file.close() };
    },
  };

  /** Returns the existing archive that may be replaced; null if there is no file. */
  async function findReplaced(folder: OpenFolder, name: string, overwrite: boolean): Promise<Stats | null> {
    const path = folder.at(name);
    if (!(await isThere(path))) return null;
    if (!overwrite) throw outputExists(name);
    const file = await openAllowed(path, paths);
    try {
      const stats = await file.stat();
      if (stats.isFile() && (await beginsLikeArchive(file))) return stats;
      throw new AppError(
        'output_exists',
        `Expected an archive of this service at ${name} to replace, received another file`,
      );
    } finally {
      await file.close();
    }
  }
}

async function writeDurably(path: string, pieces: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      for (let done = 0; done < piece.length; ) done += (await file.write(piece, done)).bytesWritten;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Renames like `rename`, but never replaces a file that was created in the meantime. */
async function placeNew(unfinished: string, path: string, name: string): Promise<void> {
  try {
    await link(unfinished, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || (await isThere(path))) throw outputExists(name);
    // Some file systems have no hard links.
    await rename(unfinished, path);
  }
}

/** Renames like `rename`, but replaces no file that was created since the check. */
async function replace(unfinished: string, path: string, name: string, checked: Stats): Promise<void> {
  const there = await lstat(path).catch(() => null);
  if (there === null) return placeNew(unfinished, path, name);
  if (there.ino !== checked.ino || there.dev !== checked.dev) {
    throw new AppError(
      'output_exists',
      `The archive at ${name} was changed during the export. Repeat the export`,
    );
  }
  await rename(unfinished, path);
}

async function* readAll(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function outputExists(name: string): AppError {
  return new AppError(
    'output_exists',
    `The file ${name} exists already. Set overwrite to replace an archive`,
  );
}

function explainWrite(error: unknown, path: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new AppError('path_not_allowed', `The service may not write in ${dirname(path)}`, {
        cause: error,
      });
    case 'EDQUOT':
    case 'ENOSPC':
    case 'EFBIG':
      return new AppError(
        'storage_full',
        'The disk of the output is full. Free space, then repeat the export',
        {
          cause: error,
        },
      );
    default:
      return error;
  }
}

function explainRead(error: unknown, path: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return new AppError('path_not_allowed', `The service may not read ${path}`, { cause: error });
    case 'ENOENT':
      return new AppError('path_not_found', `Expected an existing path, but there is nothing at ${path}`);
    case 'ENXIO':
    case 'ENODEV':
    case 'EOPNOTSUPP':
      return notAnArchive(`${path} is not a regular file`);
    default:
      return error;
  }
}

/** Enough for white space and the first member. */
const PROBED_BYTES = 4096;
/** Archives, encrypted ones included, start with their format. No other valuable file does. */
const BEGINNING = new RegExp(`^\\s{0,1024}\\{\\s{0,1024}"format"\\s{0,1024}:\\s{0,1024}"${ARCHIVE_FORMAT}"`);

/**
 * Rejects a real path that cannot be an archive. Shells, editors and agents read some hidden files
 * automatically, so hidden names are rejected. The data directory is an exception, since it is hidden by
 * default.
 */
function requireArchiveName(
  realPath: string,
  dataDir: string,
  belowRoot: (realPath: string) => string,
): void {
  if (!/\.(?:json|anima)$/.test(realPath)) {
    throw new AppError('path_not_allowed', 'Expected an archive name that ends with .json or .anima');
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

/** Returns whether /export wrote the file, from its first bytes. */
async function beginsLikeArchive(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(PROBED_BYTES), 0, PROBED_BYTES, 0);
  return BEGINNING.test(buffer.toString('utf8', 0, bytesRead));
}
