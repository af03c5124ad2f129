import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

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
