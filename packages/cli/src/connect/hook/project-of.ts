import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { remoteOf } from './remote-of.js';

/** Maximum number of parent folders to search. */
const MAX_DEPTH = 64;
/** Limit of the memory service. */
const MAX_NAME = 128;
/** Maximum size of a `.git` file, which contains one path. */
const MAX_LINK_BYTES = 8_192;
const DIGEST_CHARACTERS = 8;

export interface Project {
  /** Unique per project: the remote of a repository, else the name of the folder with a digest of its path. */
  name: string;
  /** Name of the folder, under which earlier versions stored memories. */
  folderName: string;
  root: string;
}

/**
 * Returns the project of a folder: its repository, whose clones and worktrees are one project, else the folder itself.
 * @param chosen Names that the user chose, by the root of the project.
 */
export function projectOf(folder: string, chosen: Readonly<Record<string, string>> = {}): Project {
  const project = foundProject(folder);
  return { ...project, name: Object.hasOwn(chosen, project.root) ? chosen[project.root]! : project.name };
}

function foundProject(folder: string): Project {
  const start = realOr(folder);
  for (let at = start, depth = 0; depth < MAX_DEPTH; depth++) {
    const repository = repositoryAt(at);
    if (repository !== null) return named(repository.root, remoteOf(repository.gitFolder));
    const above = dirname(at);
    if (above === at) break;
    at = above;
  }
  return named(start, null);
}

/** Whether a folder is one of these folders, or inside one. */
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

interface Repository {
  root: string;
  /** The folder with its configuration. */
  gitFolder: string;
}

/** A `.git` file names the repository of a worktree or a submodule. */
function repositoryAt(folder: string): Repository | null {
  const git = join(folder, '.git');
  const own = { root: folder, gitFolder: git };
  try {
    const status = statSync(git);
    // Pipes and large files are not read.
    if (!status.isFile() || status.size > MAX_LINK_BYTES) return own;
    const [, link] = /^gitdir: (.{1,4096})$/m.exec(readFileSync(git, 'utf8')) ?? [];
    if (link === undefined) return own;
    const tree = resolve(folder, link.trim());
    const end = tree.replaceAll('\\', '/').lastIndexOf('/worktrees/');
    if (end <= 0) return { root: folder, gitFolder: tree };
    const gitFolder = realOr(tree.slice(0, end));
    return { root: basename(gitFolder) === '.git' ? dirname(gitFolder) : gitFolder, gitFolder };
  } catch {
    return null;
  }
}

function named(root: string, remote: string | null): Project {
  const folderName = plain(basename(root)).slice(0, MAX_NAME).toWellFormed().trim() || 'root';
  const name = (remote === null ? null : plain(remote) || null) ?? `${shortened(folderName)}-${digest(root)}`;
  return { root, folderName, name: name.length <= MAX_NAME ? name : `${shortened(name)}-${digest(name)}` };
}

/** The service rejects names with control characters or outer white space. */
const plain = (name: string): string =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim();
const shortened = (name: string): string => name.slice(0, MAX_NAME - DIGEST_CHARACTERS - 1).toWellFormed();
const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, DIGEST_CHARACTERS);
