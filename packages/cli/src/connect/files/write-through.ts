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
import { NotRegularFileError, readRegularFile } from '../own-files.js';
import { ConnectError } from './tool-file.js';

/** Returns the text of a file or of the target of a link; null if it does not exist. */
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
    throw new ConnectError(`Expected UTF-8 in ${path}, received other bytes. The file is unchanged`);
  return text;
}

/**
 * Writes a file atomically, or the target of a link, and keeps its permissions.
 * @returns the folders that were created, innermost first.
 */
export function writeThrough(path: string, text: string, newMode = 0o600): string[] {
  const target = targetOf(path);
  const made = makeFolder(dirname(target));
  const mode = statSync(target, { throwIfNoEntry: false })?.mode;
  const temporary = `${target}.anima-new-${process.pid}`;
  try {
    const file = openSync(temporary, 'wx', mode ?? newMode);
    try {
      // On a full disk, a single write may store only a part of the text.
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // The umask of the process removes bits of the mode.
    chmodSync(temporary, (mode ?? newMode) & 0o7777);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new ConnectError(`${path} cannot be written: ${(error as Error).message}`);
  }
  return made;
}

/** Removes a file, or the target of a link. */
export function removeThrough(path: string): void {
  rmSync(targetOf(path), { force: true });
}

/**
 * Tools write their settings while they run: a change that was planned for another text must not be written.
 * @throws ConnectError if the text of the file is a different one now.
 */
export function assertStillThere(path: string, text: string | null): void {
  if (readIfThere(path) === text) return;
  throw new ConnectError(`Another program changed ${path} in the meantime. The file is unchanged; try again`);
}

/** Removes folders that connect created, as long as they are empty. */
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

/** Maximum number of links in a chain, as on Linux. */
const MAX_LINKS = 40;

/** Returns the final target of a link, which need not exist. */
function targetOf(path: string): string {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw new ConnectError(`Expected a file at ${path}, received circular links`);
}
