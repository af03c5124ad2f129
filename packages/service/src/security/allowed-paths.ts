import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { AppError } from '../errors.js';

/**
 * Which paths of callers the service may read and write. A path must be absolute, lie inside an allowed root after
 * every symlink of its parents was followed, not be a symlink itself, and not be one of the service's own files.
 * Both calls refuse with `path_not_allowed`, or with `path_not_found` where the path would be allowed; outside the roots
 * it makes no difference whether something is there.
 *
 * What they resolve to is the real path: work with that one, and open it with `openAllowed` or `openAllowedFolder`, which
 * look again at what was opened.
 */
export interface AllowedPaths {
  /** The real path of an existing file or directory. */
  readable(path: string): Promise<string>;
  /** Where a regular file may be created or replaced: the real path of the parent, which must exist, and the name. */
  writable(path: string): Promise<string>;
  /**
   * Whether a real path lies inside an allowed root and is none of the service's own files: for those who walk folders.
   * With what was found there, a hard link to one of those files is none either.
   */
  contains(realPath: string, found?: Stats): boolean;
  /** An allowed real path from the nearest root above it on; empty for a root itself. */
  belowRoot(realPath: string): string;
}

/**
 * `roots` and `forbidden` are absolute; symlinks among them are followed once, here. A forbidden path stands for itself,
 * for all that lies under it, and for every name in its folder that begins with its own, in upper or lower case.
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

  /** The real path of what exists. A missing one is reported as such only inside the roots. */
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

/** Without the slashes at its end, which would make the system follow a last symlink. */
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

/** What is not there yet keeps the name it was given, under the real path of its nearest parent. */
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
