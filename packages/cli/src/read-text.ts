import type { CommandIo } from './context.js';
import { usageError } from './failure.js';

const LONGEST = 4 * 1024 * 1024;

/** The words of a command line, or stdin for `-`, or for no words at all where something is piped in. */
export async function textOf(words: readonly string[], house: CommandIo): Promise<string> {
  if (!isStdin(words, house)) {
    if (words.length === 0) throw usageError('Expected a text, or - to read it from stdin, received none');
    return words.join(' ');
  }
  let text = '';
  for await (const piece of textPieces(house)) text += piece;
  if (text.trim() === '') throw usageError('Expected a text on stdin, received none');
  return text;
}

export function isStdin(words: readonly string[], { input }: CommandIo): boolean {
  return words.length === 0 ? input.isTTY !== true : words.length === 1 && words[0] === '-';
}

/** Stdin as it comes. */
export async function* textPieces({ input, signal }: CommandIo): AsyncGenerator<string, void, void> {
  let length = 0;
  const end = () => input.destroy();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  signal.addEventListener('abort', end, { once: true });
  try {
    for await (const piece of input) {
      const text = typeof piece === 'string' ? piece : decoded(decoder, piece as Buffer);
      length += text.length;
      if (length > LONGEST)
        throw usageError(`Expected at most ${LONGEST} characters on stdin, received more`);
      if (text !== '') yield text;
    }
    decoded(decoder);
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** The characters that the bytes complete; without bytes, checks that no character is incomplete. */
function decoded(decoder: InstanceType<typeof TextDecoder>, piece?: Buffer): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    throw usageError('Expected UTF-8 on stdin, received other bytes');
  }
}
