import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';

export type TextInside =
  | { state: 'read'; text: string }
  | { state: 'missing' }
  | { state: 'unreadable'; why: string };

/**
 * The text of a regular file whose real path lies in `directory` (a real path itself). A link out of it is refused, also
 * one that is put there between the check and the opening. `why` completes "<file> ...".
 */
export async function readTextInside(directory: string, path: string, maxBytes: number): Promise<TextInside> {
  let real: string;
  try {
    real = await realpath(path);
  } catch (error) {
    return unlessMissing(error);
  }
  if (!real.startsWith(directory.endsWith(sep) ? directory : directory + sep)) {
    return { state: 'unreadable', why: 'is a link that leads out of the directory' };
  }
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    const file = await open(
      real,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { state: 'unreadable', why: 'is not a regular file' };
      if (stats.size > maxBytes) {
        return { state: 'unreadable', why: `is larger than ${maxBytes} bytes (${stats.size})` };
      }
      const bytes = Buffer.alloc(maxBytes + 1);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return decode(bytes.subarray(0, Math.min(bytesRead, maxBytes)));
    } finally {
      await file.close();
    }
  } catch (error) {
    return unlessMissing(error);
  }
}

function decode(bytes: Uint8Array): TextInside {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) return { state: 'unreadable', why: 'is a binary file' };
    return { state: 'read', text: text.replace(/\r\n?/g, '\n') };
  } catch {
    return { state: 'unreadable', why: 'is not UTF-8' };
  }
}

function unlessMissing(error: unknown): TextInside {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { state: 'missing' };
  return { state: 'unreadable', why: `cannot be read (${code ?? 'unknown'})` };
}
