import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { NotRegularFileError, readRegularFile } from './read-regular-file.js';
import { ConnectError } from './tool-file.js';

/** The text of a file that may be a link; `null` where there is none. */
export function readIfThere(path: string): string | null {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof NotRegularFileError) throw new ConnectError(error.message);
    throw new ConnectError(`${path} cannot be read: ${(error as Error).message}`);
  }
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes))
    throw new ConnectError(`Expected UTF-8 in ${path}, received other bytes; nothing was written`);
  return text;
}

/**
 * Writes a file as a whole or not at all; through a link into what it names, with the permissions that are there.
 * @returns the folders that had to be made, the innermost first.
 */
export function writeThrough(path: string, text: string, newMode = 0o600): string[] {
  const target = targetOf(path);
  const made = makeFolder(dirname(target));
  const mode = statSync(target, { throwIfNoEntry: false })?.mode;
  const beside = `${target}.anima-new-${process.pid}`;
  try {
    const file = openSync(beside, 'wx', mode ?? newMode);
    try {
      // On a disk that fills up, one write may take only a part.
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // The mask of the process has taken bits of it.
    chmodSync(beside, (mode ?? newMode) & 0o7777);
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new ConnectError(`${path} cannot be written: ${(error as Error).message}`);
  }
  return made;
}

/** Takes away a file; of a link, what it names. */
export function removeThrough(path: string): void {
  rmSync(targetOf(path), { force: true });
}

/**
 * Tools write into their settings while they run: what was decided about another text than stands there now is not written.
 * @throws ConnectError
 */
export function assertStillThere(path: string, text: string | null): void {
  if (readIfThere(path) === text) return;
  throw new ConnectError(`${path} was changed by another program meanwhile, and is left as it is; try again`);
}

/** Takes away folders that we made, as long as nothing stands in them. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function makeFolder(folder: string): string[] {
  const missing: string[] = [];
  for (let at = folder; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at))
    missing.push(at);
  mkdirSync(folder, { recursive: true });
  return missing;
}

/** Links that are followed by name, as many as Linux follows. */
const MAX_LINKS = 40;

/** Where a link leads, also to what is not there yet. */
function targetOf(path: string): string {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw new ConnectError(`Expected a file at ${path}, received links that lead in a circle`);
}
