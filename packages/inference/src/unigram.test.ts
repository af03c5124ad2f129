import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { resolveModelsDir } from './model-registry.js';
import type { Tokeniser } from './tokeniser.js';
import { normaliseText, readUnigram } from './unigram.js';

const golden = JSON.parse(
  readFileSync(new URL('../fixtures/golden-unigram.json', import.meta.url), 'utf8'),
) as { text: string; ids: number[] }[];

let unigram: Tokeniser;
beforeAll(async () => {
  unigram = await readUnigram(join(resolveModelsDir(), 'multilingual-e5-small', 'vocab.bin'));
});

const pieces = (text: string): string[] => Array.from(unigram.tokenise(text).ids, (id) => unigram.piece(id));

describe('Unigram', () => {
  it.each(golden.map((golden) => [golden.text.slice(0, 40), golden] as const))(
    'agrees with the Rust tokenizers: %j',
    (_, { text, ids }) => {
      expect(Array.from(unigram.tokenise(text).ids)).toEqual(ids);
    },
  );

  it('reads control tokens in a text as text', () => {
    const { startId, endId } = unigram;
    const { ids } = unigram.tokenise('<s>a</s><mask>');
    expect([startId, endId].some((id) => ids.includes(id))).toBe(false);
    expect(pieces('</s>').join('')).toBe('▁</s>');
  });

  it('keeps every character of a text that it knows', () => {
    const text = 'Wir haben am 3. Mai in Łódź 東京 und Αθήνα getanzt.';
    expect(pieces(text).join('').replaceAll('▁', ' ').trim()).toBe(text);
  });

  it('makes one unknown token of adjacent unknown characters', () => {
    expect(pieces('\u{13000}\u{13001}\u{13002}')).toEqual(['▁', '<unk>']);
  });

  it('takes the same tokens for a text with and without a prefix that ends with a space', () => {
    const text = 'Où est-ce que nous avons dîné ?';
    expect(pieces(`query: ${text}`)).toEqual([...pieces('query: '), ...pieces(text)]);
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const id of unigram.tokenise(text).ids) expect(unigram.piece(id)).not.toBe('');
      }),
    );
  });

  // Quadratic time would take minutes here.
  it.each([
    ['one word', 'a'],
    ['ideographs', '缩进使用制表符'],
    ['unknown characters', '\u{13000}'],
    ['marks in reverse order', '\u0315\u0300'],
    ['characters that become eighteen', '\ufdfa'],
    ['spaces', ' '],
    ['dots', '.'],
  ])('accepts 256 KiB of %s', (_, part) => {
    const text = part.repeat(Math.ceil(262_144 / part.length));
    expect(unigram.tokenise(text).ids.length).toBeLessThanOrEqual(18 * text.length);
  });

  it('rejects a file that is not a vocabulary', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'anima-unigram-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    for (const bytes of [Buffer.alloc(0), Buffer.from([255, 0, 0, 0, 1])]) {
      const path = join(dir, 'vocab.bin');
      await writeFile(path, bytes);
      await expect(readUnigram(path)).rejects.toThrow('pieces of a Unigram vocabulary');
    }
  });
});

describe('normalisation', () => {
  it.each([
    ['ＡＢＣ　１２３', 'ABC 123'],
    ['ｶﾞ', 'ガ'],
    ['e\u0301', '\u00e9'],
    ['a\u200bb\u200dc', 'a b c'],
    ['a\u0007b', 'ab'],
    ['a～b', 'a～b'],
    ['\ud800x', 'x'],
    [`a${'\u0300'.repeat(100)}b`, `à${'\u0300'.repeat(29)}b`],
  ])('%j', (text, expected) => {
    expect(normaliseText(text)).toBe(expected);
  });
});
