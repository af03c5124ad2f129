import { type FileHandle, stat } from 'node:fs/promises';
import { AppError } from '@anima/service/errors';
import { type AllowedPaths, openAllowed } from '@anima/service/files';
import { identityOf } from './file-identity.js';

/** A file that is open. */
export interface HeldFile {
  /** Leads to this very file, in every process of the service, while it is held: no name to remember anything by. */
  path: string;
  /** The same as long as a file stays as it is, whatever it is called. */
  identity: string;
}

/**
 * Opens what programs that take a path are to read: wherever its name leads by then, they read the file that was looked at here. A path
 * goes through here each time it is used, also that of a job that has waited, or has come with a backup.
 */
export interface HeldFiles {
  /**
   * Opens files by their real paths for as long as `use` goes on. Refuses with `path_not_allowed` what does not lie at an allowed place
   * now, with `path_not_found` what is gone, and with `media_unreadable` what is no file.
   */
  hold<const Paths extends readonly string[], T>(
    paths: Paths,
    use: (files: { [Each in keyof Paths]: HeldFile }) => Promise<T>,
  ): Promise<T>;
}

type Allowed = Pick<AllowedPaths, 'contains'>;

export function createHeldFiles(allowed: Allowed): HeldFiles {
  return {
    async hold(paths, use) {
      const handles: FileHandle[] = [];
      try {
        const files: HeldFile[] = [];
        for (const path of paths) {
          const handle = await openToRead(path, allowed);
          handles.push(handle);
          files.push(await toHeld(handle, path));
        }
        return await use(files as { [Each in keyof typeof paths]: HeldFile });
      } finally {
        for (const handle of handles) await handle.close();
      }
    },
  };
}

/** Opens one file that the caller closes. Refuses as `hold` does. */
export async function openToRead(realPath: string, allowed: Allowed): Promise<FileHandle> {
  const handle = await openAllowed(realPath, allowed).catch((error) => {
    throw asRefusal(error, realPath);
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new AppError('media_unreadable', 'Expected the path of a file, received another kind');
}

async function toHeld(handle: FileHandle, path: string): Promise<HeldFile> {
  const identity = identityOf(await handle.stat({ bigint: true }));
  return { path: (await canShareOpenFiles()) ? `${openFilesFolder}/${handle.fd}` : path, identity };
}

/** Linux: what is opened here by number is the open file itself. Elsewhere the path is all there is. */
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
