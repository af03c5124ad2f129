import { type FileHandle, stat } from 'node:fs/promises';
import { AppError } from '@anima/service/errors';
import { type AllowedPaths, openAllowed } from '@anima/service/files';
import { identityOf } from './file-identity.js';
import type { MediaRef } from './media-ref.js';
import type { LocalMedia, MediaStore } from './media-store-port.js';

/** A file that is open. */
export type HeldFile = Omit<LocalMedia, 'release'>;

/**
 * Opens files for programs that take a path, so that they read exactly the file that was probed, whatever its
 * name refers to later. Every use of a file goes through here, also for a job that waited or came from a
 * backup.
 */
export interface HeldFiles {
  /** Keeps media as local files while `use` runs. Rejects like `MediaStore.materialise`. */
  hold<const Refs extends readonly MediaRef[], T>(
    refs: Refs,
    use: (files: { [Each in keyof Refs]: HeldFile }) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
}

type Allowed = Pick<AllowedPaths, 'contains'>;

const NEVER = new AbortController().signal;

export function createHeldFiles(media: Pick<MediaStore, 'materialise'>): HeldFiles {
  return {
    async hold(refs, use, signal = NEVER) {
      const files: LocalMedia[] = [];
      try {
        for (const ref of refs) files.push(await media.materialise(ref, signal));
        return await use(files as unknown as { [Each in keyof typeof refs]: HeldFile });
      } finally {
        for (const file of files) await file.release();
      }
    },
  };
}

/** Opens one file that the caller closes. Refuses as `MediaStore.materialise` does. */
export async function openToRead(realPath: string, allowed: Allowed): Promise<FileHandle> {
  const handle = await openAllowed(realPath, allowed).catch((error) => {
    throw asRefusal(error, realPath);
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new AppError('media_unreadable', 'Expected the path of a file, received another kind');
}

/** A file of this machine, held open until it is released. */
export async function holdFile(realPath: string, allowed: Allowed): Promise<LocalMedia> {
  const handle = await openToRead(realPath, allowed);
  const identity = identityOf(await handle.stat({ bigint: true }));
  const path = (await canShareOpenFiles()) ? `${openFilesFolder}/${handle.fd}` : realPath;
  return { path, identity, release: () => handle.close() };
}

/** Linux: paths in this folder are the open files themselves. Other systems have only the path. */
const openFilesFolder = `/proc/${process.pid}/fd`;

/** Processes of one user may open each other's files, unless the system has closed this one, as it does where Node has capabilities. */
async function canShareOpenFiles(): Promise<boolean> {
  const folder = await stat(openFilesFolder).catch(() => null);
  return folder !== null && folder.uid === process.geteuid?.();
}

function asRefusal(error: unknown, path: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
    // No file can have such a name.
    case 'ENAMETOOLONG':
    case 'ERR_INVALID_ARG_VALUE':
      return new AppError('path_not_found', `Expected a file, but there is nothing at ${path}`);
    case 'ELOOP':
      return new AppError('path_not_allowed', `Expected a file, received ${path}, a symbolic link`);
    case 'EACCES':
    case 'EPERM':
      return new AppError('path_not_allowed', `Expected a file that the service may read, received ${path}`);
    default:
      return error;
  }
}
