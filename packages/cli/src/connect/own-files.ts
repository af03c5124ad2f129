import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of connect below `animaHome()`. */
export const connectFolder = (home: string): string => join(home, 'connect');
export const receiptPath = (home: string, tool: string): string =>
  join(connectFolder(home), 'receipts', `${tool}.json`);
export const settingsPath = (home: string): string => join(connectFolder(home), 'settings.json');
export const sessionsFolder = (home: string): string => join(connectFolder(home), 'sessions');
export const hookLogPath = (home: string): string => join(home, 'logs', 'hooks.log');
/** The script that the settings of tools call: a copy, which stays if the folder of Anima is moved or removed. */
export const hookScriptPath = (home: string): string => join(connectFolder(home), 'hook.sh');
/** A copy of the hook program, which the script runs if the folder of Anima was moved or removed. */
export const hookProgramPath = (home: string): string => join(connectFolder(home), 'hook.mjs');
/** Contains the address of the memory service if the last hook could not connect to it (`hook/hook.sh`). */
export const outageMarkerPath = (home: string): string => join(connectFolder(home), 'away');

/** Writes a file atomically that only its owner can read. */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.new`;
  writeFileSync(temporary, text, { mode: 0o600 });
  renameSync(temporary, path);
}

/** Returns the JSON object of a file; null if the file is missing or invalid. */
export function readPrivateJson(path: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readRegularFile(path).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Settings of tools have a few kilobytes; a history in them may grow much larger. */
const MAX_BYTES = 64 * 1024 * 1024;

export class NotRegularFileError extends Error {}

/**
 * Reads a file of at most 64 MiB. It checks the kind after opening the file, so that no other program can replace the file in
 * between. Opening does not block: a pipe would wait for a writer, also after SIGTERM.
 * @throws NotRegularFileError for pipes, folders, devices and larger files. `openSync` throws the other errors.
 */
export function readRegularFile(path: string): Buffer {
  // Windows has no such flag, and no pipes in its file system.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(file);
    if (!status.isFile())
      throw new NotRegularFileError(
        `Expected a file at ${path}, received another kind. The file is unchanged`,
      );
    if (status.size > MAX_BYTES)
      throw new NotRegularFileError(`Expected a file of at most 64 MiB at ${path}, received a larger file`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
