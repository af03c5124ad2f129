// Functions for files, in Node.js only: `@anima/client/node`.
import { createWriteStream, openAsBlob } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/**
 * Writes the body of a response to a temporary file next to `path`, and renames it when it is complete.
 * @throws the error of the body or of the file system
 */
export async function saveTo(path: string, response: Response, signal?: AbortSignal): Promise<void> {
  const temporaryPath = `${path}.${crypto.randomUUID()}.part`;
  try {
    const body = Readable.fromWeb((response.body ?? new Blob().stream()) as ReadableStream);
    await pipeline(body, createWriteStream(temporaryPath), ...(signal === undefined ? [] : [{ signal }]));
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

/** A file to send, read while it is sent. */
export async function fileFrom(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path));
}
