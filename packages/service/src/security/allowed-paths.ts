import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { AppError } from '../errors.js';

/**
 * Limits the paths that callers may read and write. A path must be absolute, be inside an allowed root after
 * all symlinks of its parents were resolved, be no symlink itself, and be none of the service's own files.
 * Both calls reject with `path_not_allowed`, or with `path_not_found` inside the roots; outside of the roots
 * a missing path is not distinguished.
 *
 * Both return the real path: use it, and open it with `openAllowed` or `openAllowedFolder`, which check the
 * opened file again.
 */
export interface AllowedPaths {
  /** The real path of an existing file or directory. */
  readable(path: string): Promise<string>;
  /** Returns the real path of a file to create or replace; its parent must exist. */
  writable(path: string): Promise<string>;
  /**
   * Whether a real path is inside an allowed root and is none of the service's own files; for callers that
   * walk folders. With `found`, a hard link to one of those files is rejected too.
   */
  contains(realPath: string, found?: Stats): boolean;
  /** An allowed real path from the nearest root above it on; empty for a root itself. */
  belowRoot(realPath: string): string;
}

/**
 * `roots` and `forbidden` are absolute; their symlinks are resolved once, here. A forbidden path includes
 * everything below it, and every name in its folder that starts with its name, in upper or lower case.
 */
export function createAllowedPaths(options: {
  roots: readonly string[];
  forbidden: readonly string[];
}): AllowedPaths {
  const roots = [...new Set(options.roots.map(realPathAsFarAsItExists))];
  const forbidden = [
    ...new Set(
      options.forbidden.flatMap((path) => [
        join(realPathAsFarAsItExists(dirname(path)), basename(path)),
        realPathAsFarAsItExists(path),
      ]),
    ),
  ];
  const forbiddenStarts = forbidden.map((path) => path.toLowerCase());

  function isOwn(realPath: string): boolean {
    const folded = realPath.toLowerCase();
    return forbiddenStarts.some((start) => folded.startsWith(start));
  }

  /** The same file under another name: a hard link. */
  function isOwnByAnotherName(stats: Stats): boolean {
    return (
      stats.isFile() &&
      stats.nlink > 1 &&
      forbidden.some((path) => {
        const own = lstatSync(path, { throwIfNoEntry: false });
        return own?.ino === stats.ino && own.dev === stats.dev;
      })
    );
  }

  const isInsideRoot = (realPath: string) => roots.some((root) => isInside(root, realPath));

  function requireAllowed(realPath: string, given: string): void {
    if (!isInsideRoot(realPath)) {
      throw notAllowed(`a path inside ${roots.join(' or ')}`, `${given}, which is not`);
    }
    if (isOwn(realPath)) throw notAllowed('a path that is not the service’s own', given);
  }

  /** Returns the real path of an existing file. A missing one is reported as such only inside the roots. */
  async function realPathOf(path: string, given: string): Promise<string> {
    try {
      return await realpath(path);
    } catch (error) {
      for (let parent = dirname(path); ; parent = dirname(parent)) {
        const real = await realpath(parent).catch(() => null);
        if (real === null) continue;
        requireAllowed(real, given);
        throw unreachable(error, given);
      }
    }
  }

  return {
    async readable(given) {
      const path = requireAbsolute(given);
      const real = await realPathOf(path, given);
      requireAllowed(real, given);
      const named = await lstat(path);
      if (named.isSymbolicLink()) throw notAllowed('a file or directory', `${given}, a symbolic link`);
      if (isOwnByAnotherName(named)) throw notAllowed('a path that is not the service’s own', given);
      return real;
    },

    async writable(given) {
      const path = requireAbsolute(given);
      const name = basename(path);
      if (name === '' || name === '.' || name === '..')
        throw notAllowed('a path that ends in a file name', given);
      const parent = await realPathOf(dirname(path), given);
      const real = join(parent, name);
      requireAllowed(real, given);
      if (!(await lstat(parent)).isDirectory()) throw unreachable({ code: 'ENOTDIR' }, given);
      const there = await lstat(real).catch((error) => {
        if (error.code === 'ENOENT') return null;
        throw unreachable(error, given);
      });
      if (there !== null && !there.isFile()) {
        throw notAllowed('the path of a file', `${given}, a folder, a symbolic link or the like`);
      }
      return real;
    },

    contains: (realPath, found) =>
      isInsideRoot(realPath) && !isOwn(realPath) && !(found !== undefined && isOwnByAnotherName(found)),

    belowRoot(realPath) {
      const above = roots.filter((root) => isInside(root, realPath));
      return relative(
        above.reduce((nearest, root) => (root.length > nearest.length ? root : nearest), ''),
        realPath,
      );
    },
  };
}

/** Removes trailing slashes, with which the system would follow a last symlink. */
function requireAbsolute(path: string): string {
  if (!isAbsolute(path)) throw notAllowed('an absolute path', path === '' ? 'an empty one' : path);
  if (path.includes('\0') || !path.isWellFormed()) {
    throw notAllowed('a path of well-formed text', 'one with a NUL or half of a surrogate pair');
  }
  return path.replace(/(?<![/\\])[/\\]+$/, (slashes) => (path.length === slashes.length ? sep : ''));
}

function isInside(root: string, realPath: string): boolean {
  return realPath === root || realPath.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Resolves the nearest existing parent, and appends the missing names. */
function realPathAsFarAsItExists(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return join(realPathAsFarAsItExists(dirname(path)), basename(path));
  }
}

function notAllowed(expected: string, received: string): AppError {
  return new AppError('path_not_allowed', `Expected ${expected}, received ${received}`);
}

function unreachable(error: unknown, given: string): AppError {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case 'ENOENT':
      return new AppError('path_not_found', `Expected an existing path, but there is nothing at ${given}`);
    case 'ENOTDIR':
      return new AppError('path_not_found', `Expected every parent of ${given} to be a directory`);
    case 'ENAMETOOLONG':
      return new AppError(
        'path_not_found',
        'Expected a path that the file system can hold, received a longer one',
      );
    case 'ELOOP':
      return notAllowed('a path without a loop of symbolic links', given);
    case 'EACCES':
    case 'EPERM':
      return notAllowed('a path that the service may look into', given);
    default:
      return new AppError('path_not_allowed', `The service cannot reach ${given} (${code})`, {
        cause: error,
      });
  }
}
