import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { remoteOf } from './remote-of.js';

/** Folders above one that are looked at. */
const MAX_DEPTH = 64;
/** As the service takes it. */
const MAX_NAME = 128;
/** Of a `.git` that is a file: it names one path. */
const MAX_LINK_BYTES = 8_192;
const DIGEST_CHARACTERS = 8;

export interface Project {
  /** Another one for every project, however its folder is called: of a repository where it comes from, else the folder and its place. */
  name: string;
  /** How its folder is called, which was its name before. */
  folderName: string;
  root: string;
}

/**
 * The project of a folder: the repository it lies in, whose clones and working trees are one project; else the folder itself.
 * @param chosen By the root of a project: what somebody named it.
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

interface Repository {
  root: string;
  /** Where its configuration lies. */
  gitFolder: string;
}

/** A `.git` that is a file leads elsewhere: to the repository of which this is another working tree, or that of a submodule. */
function repositoryAt(folder: string): Repository | null {
  const git = join(folder, '.git');
  const own = { root: folder, gitFolder: git };
  try {
    const status = statSync(git);
    // Whatever else lies there (a pipe, a disk image) is not read.
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

/** The service rejects names with control characters, or with white space around them. */
const plain = (name: string): string =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim();
const shortened = (name: string): string => name.slice(0, MAX_NAME - DIGEST_CHARACTERS - 1).toWellFormed();
const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, DIGEST_CHARACTERS);
