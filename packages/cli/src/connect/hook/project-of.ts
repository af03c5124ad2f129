import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** Folders above one that are looked at. */
const MAX_DEPTH = 64;
const MAX_NAME = 128;
/** Of a `.git` that is a file: it names one path. */
const MAX_LINK_BYTES = 8_192;

export interface Project {
  name: string;
  root: string;
}

/** The project of a folder: the repository it lies in, whose working trees are one project; else the folder itself. */
export function projectOf(folder: string): Project {
  const start = realOr(folder);
  for (let at = start, depth = 0; depth < MAX_DEPTH; depth++) {
    const root = repositoryAt(at);
    if (root !== null) return named(root);
    const above = dirname(at);
    if (above === at) break;
    at = above;
  }
  return named(start);
}

/** Whether a folder is one of these, or lies in one. */
export function isWithin(folder: string, folders: readonly string[]): boolean {
  const at = realOr(folder);
  return folders.some((each) => at === each || at.startsWith(each.endsWith(sep) ? each : each + sep));
}

export function realOr(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

/** A `.git` that is a file belongs to another working tree of the repository it names. */
function repositoryAt(folder: string): string | null {
  const git = join(folder, '.git');
  try {
    const status = statSync(git);
    // Whatever else lies there (a pipe, a disk image) is not read.
    if (!status.isFile() || status.size > MAX_LINK_BYTES) return folder;
    const [, tree] = /^gitdir: (.{1,4096})$/m.exec(readFileSync(git, 'utf8')) ?? [];
    const end = tree?.replaceAll('\\', '/').lastIndexOf('/.git/worktrees/') ?? -1;
    return tree !== undefined && end > 0 ? tree.slice(0, end) : folder;
  } catch {
    return null;
  }
}

function named(root: string): Project {
  return { root, name: (basename(root) || 'root').slice(0, MAX_NAME).toWellFormed() };
}
