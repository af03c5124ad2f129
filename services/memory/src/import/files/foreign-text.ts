import { AppError } from '@anima/service/errors';
import { type AllowedPaths, openAllowed } from '@anima/service/files';
import { MAX_FOREIGN_BYTES } from '../foreign-files.js';

/** Reads a text file at a real path: UTF-8, or UTF-16 with a byte order mark. Line ends become `\n`. */
export async function readForeignText(
  realPath: string,
  allowed: Pick<AllowedPaths, 'contains'>,
  maxBytes = MAX_FOREIGN_BYTES,
): Promise<string> {
  const file = await openAllowed(realPath, allowed).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof AppError) throw error;
    throw unreadable(`a file that the service may read, but opening it failed (${error.code})`, error);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw unreadable('a regular file, received a folder, a device, a pipe or the like');
    if (stats.size > maxBytes) throw tooLarge(stats.size, maxBytes);
    const buffer = Buffer.alloc(Math.min(maxBytes, Math.max(stats.size, MAX_FOREIGN_BYTES)) + 1);
    let length = 0;
    // Reads to the end; the size can change, and is 0 for virtual files of the system.
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) break;
    }
    if (length === buffer.length) throw tooLarge(length, buffer.length - 1);
    return decode(buffer.subarray(0, length));
  } finally {
    await file.close();
  }
}

/** Decodes the text of a file that a caller sent, like `readForeignText`. */
export function sentForeignText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_FOREIGN_BYTES) throw tooLarge(bytes.length);
  return decode(bytes);
}

function decode(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  let text: string;
  try {
    // Also removes the byte order mark.
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable(`${encoding.toUpperCase()} text, received bytes that are none`, error);
  }
  if (text.includes('\0')) throw unreadable('text, received a binary file (it holds NUL characters)');
  return text.replace(/\r\n?/g, '\n');
}

function unreadable(expected: string, cause?: unknown): AppError {
  return new AppError('foreign_file_unreadable', `Expected ${expected}`, { cause });
}

function tooLarge(bytes: number, maxBytes = MAX_FOREIGN_BYTES): AppError {
  return new AppError(
    'foreign_file_too_large',
    `Expected a memory file of at most ${maxBytes} bytes, received one of ${bytes}`,
  );
}
