import { describe, expect, it } from 'vitest';
import { type Speakable, textPieces } from './text-pieces.js';

async function piecesOf(text: Speakable, signal = new AbortController().signal): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of textPieces(text, signal)) pieces.push(piece);
  return pieces;
}
async function* from(...pieces: unknown[]): AsyncGenerator<string> {
  yield* pieces as string[];
}

describe('the pieces of a text', () => {
  it('come from a text, an iterable, a stream', async () => {
    expect(await piecesOf('Hello')).toEqual(['Hello']);
    expect(await piecesOf(from('Hel', 'lo'))).toEqual(['Hel', 'lo']);
    const stream = new ReadableStream<string>({
      start(controller) {
        for (const piece of ['a', 'b']) controller.enqueue(piece);
        controller.close();
      },
    });
    expect(await piecesOf(stream)).toEqual(['a', 'b']);
  });

  it('hold half a character until it is whole, and pass an empty piece for a flush', async () => {
    const cut = '😀'.split('');
    expect(await piecesOf(from(`a${cut[0]}`, cut[1]!, ''))).toEqual(['a', '😀', '']);
    expect(await piecesOf(from(cut[0]!))).toEqual([cut[0]]);
  });

  it.each<[string, Speakable, string]>([
    ['no text', 5 as never, 'received number'],
    ['pieces that are no text', from('a', 7), 'Expected pieces of text, received number'],
    ['too much', from('x'.repeat(20_000), 'y'), 'at most 20000 characters'],
  ])('are refused where there is %s', async (_, text, message) => {
    await expect(piecesOf(text)).rejects.toThrow(message);
  });

  it('end their source when their reader stops, even if the source hangs', async () => {
    const leaving = new AbortController();
    let ended = '';
    const hanging: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          ended = 'yes';
          return { done: true, value: undefined };
        },
      }),
    };
    const pieces = piecesOf(hanging, leaving.signal);
    leaving.abort();
    expect(await pieces).toEqual([]);
    expect(ended).toBe('yes');
  });
});
