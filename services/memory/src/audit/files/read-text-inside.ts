import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { AppError } from '@anima/service/errors';
import { openAllowed } from '@anima/service/files';
import { withoutSecrets } from '../../secrets/secrets.js';

export type TextInside =
  | { state: 'read'; text: string }
  | { state: 'missing' }
  | { state: 'unreadable'; why: string };

/**
 * Reads a regular file whose real path is in `directory` (a real path itself), and removes the values of
 * credentials. Rejects a link to a file outside, also if it is created between the check and the opening, and
 * a link to a file that `mayRead` does not allow. `why` completes "<file> ...".
 */
export async function readTextInside(
  directory: string,
  path: string,
  maxBytes: number,
  mayRead: (inside: string) => boolean,
): Promise<TextInside> {
  const contains = (real: string) => real.startsWith(directory.endsWith(sep) ? directory : directory + sep);
  let real: string;
  try {
    real = await realpath(path);
  } catch (error) {
    return unlessMissing(error);
  }
  if (!contains(real)) return { state: 'unreadable', why: 'is a link that leads out of the directory' };
  if (!mayRead(relative(directory, real))) {
    return { state: 'unreadable', why: 'is a link to a file of another kind' };
  }
  try {
    const file = await openAllowed(real, { contains });
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
    return { state: 'read', text: withoutSecrets(text.replace(/\r\n?/g, '\n')) };
  } catch {
    return { state: 'unreadable', why: 'is not UTF-8' };
  }
}

function unlessMissing(error: unknown): TextInside {
  if (error instanceof AppError) {
    return { state: 'unreadable', why: 'became a link that leads out of the directory' };
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { state: 'missing' };
  return { state: 'unreadable', why: `cannot be read (${code ?? 'unknown'})` };
}
