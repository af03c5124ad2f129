import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type AllowedPaths, AppError } from '@anima/service';
import { notAnArchive } from '../../domain/archive/archive-format.js';
import type { ArchiveFiles } from '../../ports/archive-files.js';

/** Read at once; parsing that much keeps the event loop for about 2 ms. */
const READ_BYTES = 1 << 16;

export function createArchiveFiles(paths: AllowedPaths): ArchiveFiles {
  return {
    async write(given, pieces, { overwrite }) {
      const path = await paths.writable(given);
      if (!overwrite && (await exists(path))) throw outputExists(path);
      const unfinished = join(dirname(path), `.anima-export-${randomUUID()}.tmp`);
      try {
        const written = await writeDurably(unfinished, pieces);
        if (overwrite) await rename(unfinished, path);
        else await placeNew(unfinished, path);
        await syncDirectory(dirname(path));
        return { path, ...written };
      } catch (error) {
        throw explainWrite(error, path);
      } finally {
        await rm(unfinished, { force: true }).catch(() => {});
      }
    },

    async open(given) {
      const path = await paths.readable(given);
      // Without NONBLOCK the opening of a FIFO would wait for a writer.
      const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
      const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error) => {
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

/** As `rename`, but never over a file that came in between. */
async function placeNew(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || (await exists(path))) throw outputExists(path);
    // Some file systems have no hard links.
    await rename(unfinished, path);
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  // Some file systems flush their directories by themselves and refuse to be asked.
  await directory.sync().catch(() => {});
  await directory.close();
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function* readAll(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function outputExists(path: string): AppError {
  return new AppError('output_exists', `Expected no file at ${basename(path)}; give overwrite to replace it`);
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
      return new AppError('storage_full', 'The disk of the output is full: nothing was written', {
        cause: error,
      });
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
