import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../errors.js';
import type { AllowedPaths } from './allowed-paths.js';

type Allowed = Pick<AllowedPaths, 'contains'>;

/** A folder that stays the one that was allowed, whatever its path leads to later. */
export interface OpenFolder {
  /** The path of a name in it: for calls of this process alone, and until `close`. */
  at(name: string): string;
  /** Makes new and changed names durable, if the file system supports it. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Opens a real path of AllowedPaths for reading. A folder of the path may have become a link after the check:
 * so the place of the opened file must be allowed too, or it is closed unread and rejected with
 * `path_not_allowed`. System errors are passed on. Does not wait for a FIFO or a device.
 */
export async function openAllowed(realPath: string, allowed: Allowed): Promise<FileHandle> {
  return openAndCheck(realPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, allowed);
}

/** As `openAllowed`, for a folder in which files are created, even if its path changes later. */
export async function openAllowedFolder(realPath: string, allowed: Allowed): Promise<OpenFolder> {
  const folder = await openAndCheck(realPath, O_RDONLY | O_NOFOLLOW | O_DIRECTORY, allowed);
  // Linux resolves names after this path in the open folder itself; other systems have only the path.
  const path = (await reportedPath(folder)) === null ? realPath : descriptorPath(folder);
  return {
    at: (name) => join(path, name),
    // Some file systems flush their folders themselves and reject the call.
    sync: () => folder.sync().catch(() => {}),
    close: () => folder.close(),
  };
}

async function openAndCheck(realPath: string, flags: number, allowed: Allowed): Promise<FileHandle> {
  const file = await open(realPath, flags);
  try {
    const place = (await reportedPath(file)) ?? (await currentPath(file, realPath));
    if (place === null || !allowed.contains(place, await file.stat())) {
      throw new AppError('path_not_allowed', 'Expected a path that does not change while it is opened');
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Returns the place of the open file as the system reports it; null if it does not. */
async function reportedPath(file: FileHandle): Promise<string | null> {
  return readlink(descriptorPath(file)).catch(() => null);
}

/** Returns the current real path, if it is the open file. */
async function currentPath(file: FileHandle, path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  const found = real === null ? null : await lstat(real).catch(() => null);
  const { ino, dev } = await file.stat();
  return found !== null && found.ino === ino && found.dev === dev ? real : null;
}

function descriptorPath({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}
