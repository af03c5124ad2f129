import { lstat, opendir, readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { AllowedPaths } from '@anima/service/files';
import type { ProjectFiles, ProjectTree } from '../project-files.js';

/** Maximum number of entries of one tree, about a second. Larger folders are truncated. */
const MAX_ENTRIES = 50_000;
const MAX_DEPTH = 24;
/** Large folders that texts do not mention by path. */
const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn', '__pycache__', '.venv']);

export function createProjectFiles(paths: AllowedPaths): ProjectFiles {
  return {
    async directory(path, field) {
      const real = await paths.readable(path);
      try {
        await (await opendir(real)).close();
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException;
        if (code === 'ENOTDIR')
          throw new AppError(
            'not_a_directory',
            `Expected a directory for ${field}, received ${path}, a file`,
          );
        throw new AppError(
          'path_not_allowed',
          `Expected a directory that the service may read for ${field} (${code})`,
          {
            cause,
          },
        );
      }
      return real;
    },

    async tree(directory) {
      const root = await projectRoot(directory, paths);
      return root === null ? null : readTree(root);
    },

    async exists(path) {
      const absolute = path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
      const real = await nearestRealPath(absolute);
      if (real === null || !paths.contains(real.path)) return null;
      return real.whole;
    },
  };
}

async function projectRoot(directory: string, paths: AllowedPaths): Promise<string | null> {
  const start = await realpath(directory).catch(() => null);
  if (start === null || !paths.contains(start)) return null;
  for (let folder = start; paths.contains(folder); folder = dirname(folder)) {
    if (await isThere(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) break;
  }
  const parent = dirname(start);
  return basename(start).startsWith('.') && paths.contains(parent) ? parent : start;
}

async function readTree(root: string): Promise<ProjectTree> {
  const isProject = await isThere(join(root, '.git'));
  /** Lower-case paths from the root by their last name. */
  const byName = new Map<string, string[]>();
  const links: string[] = [];
  let entries = 0;
  let complete = true;
  const waiting = [{ folder: root, inside: '', depth: 0 }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { folder, inside, depth } = next;
    const found = await readdir(folder, { withFileTypes: true }).catch(() => {
      complete = false;
      return [];
    });
    for (const entry of found) {
      if (++entries > MAX_ENTRIES) return { root, isProject, complete: false, has };
      const path = `${inside}/${entry.name.toLowerCase()}`;
      const name = entry.name.toLowerCase();
      const namesakes = byName.get(name);
      if (namesakes === undefined) byName.set(name, [path]);
      else namesakes.push(path);
      if (entry.isSymbolicLink() || SKIPPED.has(entry.name)) links.push(path);
      else if (entry.isDirectory()) {
        if (depth < MAX_DEPTH)
          waiting.push({ folder: join(folder, entry.name), inside: path, depth: depth + 1 });
        else complete = false;
      }
    }
  }
  return { root, isProject, complete, has };

  function has(relativePath: string): boolean {
    const wanted = `/${relativePath
      .replace(/^(?:\.\/)+/, '')
      .replace(/(?<!\/)\/+$/, '')
      .toLowerCase()}`;
    const name = wanted.slice(wanted.lastIndexOf('/') + 1);
    if (byName.get(name)?.some((path) => path.endsWith(wanted))) return true;
    // A link, or a folder that was not read, can contain any file: "pkg/x.ts" if pkg is a link.
    return links.some((link) => {
      const last = link.slice(link.lastIndexOf('/'));
      return wanted.includes(`${last}/`);
    });
  }
}

/** Returns the real path of the nearest existing parent; `whole` is true if it is the path itself. */
async function nearestRealPath(path: string): Promise<{ path: string; whole: boolean } | null> {
  for (let at = path, whole = true; ; at = dirname(at), whole = false) {
    const real = await realpath(at).catch(() => null);
    if (real !== null) return { path: real, whole };
    // A broken link exists, although its target does not.
    if (await isThere(at)) return null;
    if (dirname(at) === at) return null;
  }
}

/** Returns whether anything is at this path, even a symbolic link without a target. */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
