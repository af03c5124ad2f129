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
  /** Makes new and changed names durable, where the file system can be asked to. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Opens for reading what AllowedPaths has found at a real path. Between its look and the opening a folder of the path may
 * have become a link to somewhere else: what was opened must lie at an allowed place itself, or it is closed unread and
 * refused with `path_not_allowed`. Errors of the system come through. Neither a FIFO nor a device is waited for.
 */
export async function openAllowed(realPath: string, allowed: Allowed): Promise<FileHandle> {
  return openAndLook(realPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, allowed);
}

/** As `openAllowed`, for a folder in which files are made: they are made in this one, also if its path changes. */
export async function openAllowedFolder(realPath: string, allowed: Allowed): Promise<OpenFolder> {
  const folder = await openAndLook(realPath, O_RDONLY | O_NOFOLLOW | O_DIRECTORY, allowed);
  // Linux resolves names behind this path in the open folder itself; elsewhere the path is all there is.
  const path = (await placeTold(folder)) === null ? realPath : descriptorPath(folder);
  return {
    at: (name) => join(path, name),
    // Some file systems flush their folders by themselves and refuse to be asked.
    sync: () => folder.sync().catch(() => {}),
    close: () => folder.close(),
  };
}

async function openAndLook(realPath: string, flags: number, allowed: Allowed): Promise<FileHandle> {
  const file = await open(realPath, flags);
  try {
    const place = (await placeTold(file)) ?? (await placeFound(file, realPath));
    if (place === null || !allowed.contains(place, await file.stat())) {
      throw new AppError('path_not_allowed', 'Expected a path that stays as it is while it is opened');
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Where the system says that the open file lies; null where it does not say. */
async function placeTold(file: FileHandle): Promise<string | null> {
  return readlink(descriptorPath(file)).catch(() => null);
}

/** Where the path leads by now, if that is the open file. */
async function placeFound(file: FileHandle, path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  const found = real === null ? null : await lstat(real).catch(() => null);
  const { ino, dev } = await file.stat();
  return found !== null && found.ino === ino && found.dev === dev ? real : null;
}

function descriptorPath({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}
