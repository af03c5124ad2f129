import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AllowedPaths } from '@anima/service/files';
import { isThere } from '../../audit/files/project-tree.js';
import { insideToolFolder } from '../formats.js';
import { slashed } from './foreign-walk.js';

export interface ForeignProjects {
  /** Returns the project folder's name of a memory file; null for files of the user. */
  projectName(path: string): Promise<string | null>;
  /** Returns whether a file is missing; false if the service may not access the path. */
  isGone(path: string): Promise<boolean>;
}

/** Names of entries in a project folder: first of a repository, then of a package. */
const REPOSITORY = ['.git', '.hg', '.svn', '.jj'];
const PACKAGE = [
  'package.json',
  'pyproject.toml',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'composer.json',
];
const MAX_PARENTS = 32;

/** Finds projects by their folders. Does not access paths outside the allowed roots. */
export function createForeignProjects(options: {
  allowed: AllowedPaths;
  home: string;
  scanRoots: readonly string[];
}): ForeignProjects {
  const { allowed, scanRoots } = options;
  const realHome = realpath(options.home).catch(() => options.home);

  /** Returns the folders from this one up to an allowed root, or below the home directory. */
  async function foldersAbove(folder: string): Promise<string[]> {
    const home = await realHome;
    const folders: string[] = [];
    for (let at = folder; folders.length < MAX_PARENTS; at = dirname(at)) {
      if (at === home || at === dirname(at) || !allowed.contains(at)) break;
      folders.push(at);
    }
    return folders;
  }

  async function holdsAny(folder: string, names: readonly string[]): Promise<boolean> {
    for (const name of names) if (await isThere(join(folder, name))) return true;
    return false;
  }

  /** Finds the folder of a project from Claude's name: its path with `-` for all but letters and digits. */
  async function decoded(name: string, folder: string): Promise<string | null> {
    const encoded = folder.replace(/[^A-Za-z0-9]/g, '-');
    if (encoded === name) return folder;
    if (!name.startsWith(`${encoded}-`)) return null;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const found = entry.isDirectory() ? await decoded(name, join(folder, entry.name)) : null;
      if (found !== null) return found;
    }
    return null;
  }

  return {
    async projectName(path) {
      const inside = insideToolFolder(slashed(dirname(path)));
      const autoMemory = /^\.claude\/projects\/([^/]+)\/memory$/.exec(inside);
      if (autoMemory !== null) {
        const home = await realHome;
        const folder = await decoded(autoMemory[1]!, home);
        return folder === null || folder === home ? null : nameOf(folder);
      }
      const depth = inside === '' ? 0 : inside.split('/').length;
      let own = dirname(path);
      for (let i = 0; i < depth; i++) own = dirname(own);
      if (basename(own) === 'memory-bank') own = dirname(own);
      // A caller sent the text of a file that the service may not access.
      if (!allowed.contains(own)) return nameOf(own);
      const folders = await foldersAbove(own);
      for (const marks of [REPOSITORY, PACKAGE]) {
        for (const folder of folders) if (await holdsAny(folder, marks)) return nameOf(folder);
      }
      const [nearest] = folders;
      if (nearest === undefined) return null;
      // A root contains projects, unless it contains such an entry itself.
      return allowed.belowRoot(nearest) === '' || scanRoots.includes(nearest) ? null : nameOf(nearest);
    },

    async isGone(path) {
      if (!allowed.contains(path)) return false;
      return lstat(path).then(
        () => false,
        ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
      );
    },
  };
}

/** Returns the folder name as a project name; null if it is not valid. */
function nameOf(folder: string): string | null {
  const name = basename(folder).normalize('NFC').trim();
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name may hold none
  return name === '' || name.length > 200 || isId || /[\x00-\x1F\x7F-\x9F]/.test(name) ? null : name;
}
