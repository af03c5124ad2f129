import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolveModelsDir } from './model-registry.js';
import { readWordPiece, type WordPiece } from './word-piece.js';

interface GoldenCase {
  text: string;
  ids: number[];
  offsets: [number, number][];
}

const golden = JSON.parse(
  readFileSync(new URL('../fixtures/golden-tokens.json', import.meta.url), 'utf8'),
) as GoldenCase[];

let wordPiece: WordPiece;
beforeAll(async () => {
  wordPiece = await readWordPiece(join(resolveModelsDir(), 'bge-small-en-v1.5-int8', 'tokenizer.json'));
});

const pieces = (text: string): string[] =>
  Array.from(wordPiece.tokenise(text).ids, (id) => wordPiece.piece(id));

describe('WordPiece', () => {
  it.each(golden.map((golden) => [golden.text.slice(0, 40), golden] as const))(
    'agrees with the Rust tokenizers: %j',
    (_, { text, ids, offsets }) => {
      const tokens = wordPiece.tokenise(text);
      expect(Array.from(tokens.ids)).toEqual(ids);
      expect(Array.from(tokens.ids, (_, i) => [tokens.starts[i], tokens.ends[i]])).toEqual(offsets);
    },
  );

  it('ignores lone surrogates', () => {
    expect(pieces('a\ud800b \udc00 \ud83d')).toEqual(['ab']);
  });

  it('reads control tokens in a text as text', () => {
    expect(pieces('[SEP]')).toEqual(['[', 'sep', ']']);
  });

  it('returns offsets in the given text', () => {
    const text = 'Caf\u00e9 \u{1f600} \u0130stanbul PLAYING';
    const { starts, ends } = wordPiece.tokenise(text);
    expect(Array.from(starts, (start, i) => text.slice(start, ends[i]))).toEqual([
      'Caf\u00e9',
      '\u{1f600}',
      '\u0130stanbul',
      'PLAYING',
    ]);
  });

  it('returns rising offsets within any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { ids, starts, ends } = wordPiece.tokenise(text);
        ids.forEach((id, i) => {
          expect(id).toBeLessThan(30_522);
          expect(starts[i]).toBeGreaterThanOrEqual(i === 0 ? 0 : starts[i - 1]!);
          expect(ends[i]).toBeGreaterThan(starts[i]!);
          expect(ends[i]).toBeLessThanOrEqual(text.length);
        });
      }),
    );
  });

  it('accepts 64 KiB of one word, of punctuation and of words', () => {
    expect(pieces('a'.repeat(65_536))).toEqual(['[UNK]']);
    expect(wordPiece.tokenise('.'.repeat(65_536)).ids).toHaveLength(65_536);
    expect(wordPiece.tokenise('remember this '.repeat(4_681)).ids).toHaveLength(2 * 4_681);
  });
});
