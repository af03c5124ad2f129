import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align, wordSimilarity } from './align.js';
import { type DescribedText, describeText } from './describe-text.js';

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

const words = fc.array(
  fc.constantFrom('tiger', 'deploys', 'deploy', 'river', '7', 'seven', 'the', 'not', 'cloud'),
  {
    maxLength: 6,
  },
);
const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 7, maxLength: 7 });

describe('align', () => {
  it('finds what a plain search over all pairs finds', () => {
    fc.assert(
      fc.property(words, words, numbers, numbers, (a, b, x, y) => {
        const [left, right] = [textOf(a, x), textOf(b, y)];
        const found = align(left, right);
        for (const [side, text, other] of [
          [found.left, left, right],
          [found.right, right, left],
        ] as const) {
          const content = text.words.filter(({ isContent }) => isContent);
          const others = other.words.filter(({ isContent }) => isContent);
          const best = content.map((word) =>
            others.length === 0 ? 0 : Math.max(...others.map((candidate) => wordSimilarity(word, candidate))),
          );
          expect(side.matches.map(({ word }) => word)).toEqual(content);
          for (const [at, { similarity }] of side.matches.entries())
            expect(similarity).toBeCloseTo(best[at]!, 9);
          const weight = content.reduce((sum, { rarity }) => sum + rarity, 0);
          const covered = content.reduce((sum, { rarity }, at) => sum + rarity * Math.max(0, best[at]!), 0);
          expect(side.coverage).toBeCloseTo(weight === 0 ? 1 : covered / weight, 9);
          const losses = content.map(({ rarity }, at) => rarity * (1 - best[at]!));
          if (content.length === 0) expect(side.worst).toBeNull();
          else
            expect(side.worst!.word.rarity * (1 - side.worst!.similarity)).toBeCloseTo(
              Math.max(...losses),
              9,
            );
        }
      }),
    );
  });

  it('takes the same word, stem and number for the same, whatever the vectors say', () => {
    const left = textOf(['deploys', 'tiger', '7'], [1, 0, 0, 0, 0, 1, 0]);
    const right = textOf(['river', 'deploy', 'tiger', 'seven'], [0, -1, 0, 1, 0, 0, 1]);
    expect(align(left, right).left.matches.map(({ similarity }) => similarity >= 0.95)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('covers an empty text by nothing and is covered by it wholly', () => {
    const [empty, text] = [textOf([], [1]), textOf(['tiger'], [1])];
    expect(align(empty, text)).toEqual({
      left: { matches: [], coverage: 1, worst: null },
      right: expect.objectContaining({ coverage: 0 }),
    });
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
