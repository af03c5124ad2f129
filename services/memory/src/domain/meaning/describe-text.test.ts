import { describe, expect, it } from 'vitest';
import { type DescribedText, describeText } from './describe-text.js';
import { wordSimilarity } from './word-similarity.js';

const DIMENSIONS = 5;
const VOCABULARY = { firstWord: 1996, lastWord: 30_522 };
/** Ids of the vocabulary: a very common word, a rare one. */
const [COMMON, RARE] = [1996, 30_000];

/** A text whose words are one token each, with vectors made of numbers given. */
function textOf(words: readonly string[], values: readonly number[]): DescribedText {
  const text = words.join(' ');
  let start = 0;
  const tokens = words.map((word, at) => {
    const token = { id: at % 2 === 0 ? RARE : COMMON + 50, start, end: start + word.length };
    start += word.length + 1;
    return token;
  });
  const rows = Float32Array.from(
    { length: words.length * DIMENSIONS },
    (_, at) => values[at % values.length]! + at * 0.01,
  );
  for (let row = 0; row < words.length; row++) {
    const slice = rows.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
    const length = Math.hypot(...slice) || 1;
    for (let at = 0; at < DIMENSIONS; at++) slice[at]! /= length;
  }
  return describeText(text, { vector: new Float32Array(DIMENSIONS), tokens, rows }, VOCABULARY);
}

describe('wordSimilarity', () => {
  it('takes the same word, stem and number for the same, whatever the vectors say', () => {
    const left = textOf(['deploys', 'tiger', '7'], [1, 0, 0, 0, 0, 1, 0]);
    const right = textOf(['deploy', 'tiger', 'seven'], [0, -1, 0, 1, 0, 0, 1]);
    for (const [at, word] of left.words.entries())
      expect(wordSimilarity(word, right.words[at]!)).toBeGreaterThanOrEqual(0.95);
  });
});

describe('describeText', () => {
  it('gives a word the mean of its pieces, and words in pieces the highest rarity', () => {
    const rows = Float32Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const described = describeText(
      'unladen the',
      {
        vector: Float32Array.from([1, 0, 0]),
        tokens: [
          { id: 4895, start: 0, end: 2 },
          { id: 18_349, start: 2, end: 7 },
          { id: COMMON, start: 8, end: 11 },
        ],
        rows,
      },
      VOCABULARY,
    );
    const [first, second] = described.words;
    expect([...first!.vector!]).toEqual(
      [Math.SQRT1_2, Math.SQRT1_2, 0].map((value) => expect.closeTo(value, 6)),
    );
    expect(first!.rarity).toBe(1);
    expect(second!.rarity).toBe(0);
    expect([...second!.vector!]).toEqual([0, 0, 1]);
  });

  it('leaves words the model did not read without a vector', () => {
    const described = describeText(
      'read unread',
      {
        vector: new Float32Array(3),
        tokens: [{ id: 3191, start: 0, end: 4 }],
        rows: Float32Array.from([1, 0, 0]),
      },
      VOCABULARY,
    );
    expect(described.words.map(({ vector }) => vector !== null)).toEqual([true, false]);
  });
});
