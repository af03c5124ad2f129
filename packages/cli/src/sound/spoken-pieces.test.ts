import { expect, it } from 'vitest';
import { spokenPieces } from './spoken-pieces.js';

async function piecesOf(...texts: string[]): Promise<string[]> {
  async function* coming() {
    yield* texts;
  }
  const pieces = [];
  for await (const piece of spokenPieces(coming())) pieces.push(piece);
  return pieces;
}

it('adds expression tags without text to a sentence', async () => {
  expect(await piecesOf('[happy]\nHello. Bye. [neutral]')).toEqual(['[happy] Hello.', 'Bye.']);
  expect(await piecesOf('[happy] Hi. [1]')).toEqual(['[happy] Hi.', '[1]']);
  expect(await piecesOf('[happy] [sad 0.5]')).toEqual(['[happy] [sad 0.5]']);
});

it('splits at the ends of sentences and lines for any parts of a text', async () => {
  expect(await piecesOf('Hel', 'lo. And', ' version 1.5 too', '!\n\n', 'Bye')).toEqual([
    'Hello.',
    'And version 1.5 too!',
    'Bye',
  ]);
  const long = await piecesOf('word '.repeat(1_000));
  expect(long.length).toBe(3);
  expect(await piecesOf(' \n ')).toEqual([]);
});
