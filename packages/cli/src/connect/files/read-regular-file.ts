import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Settings of tools are a few kilobytes; a history that grows inside of them may be much more. */
const MAX_BYTES = 64 * 1024 * 1024;

export class NotRegularFileError extends Error {}

/**
 * Reads a file of at most 64 MiB. The kind is checked after opening, so that no other program can exchange the file in between, and
 * opening never waits: a pipe would wait for a writer, also after SIGTERM.
 * @throws NotRegularFileError for pipes, folders, devices and longer files. `openSync` throws the other errors.
 */
export function readRegularFile(path: string): Buffer {
  // Windows has no such flag, and no pipes in folders.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(file);
    if (!status.isFile())
      throw new NotRegularFileError(`Expected a file at ${path}, received another kind; nothing was written`);
    if (status.size > MAX_BYTES)
      throw new NotRegularFileError(`Expected a file of at most 64 MiB at ${path}, received a longer one`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
