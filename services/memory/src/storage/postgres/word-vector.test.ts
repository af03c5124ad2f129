import { expect, it } from 'vitest';
import { quotedWord, readWordVector, writeWordVector } from './word-vector.js';

function read(text: string): Record<string, [body: number, header: number]> {
  const words: Record<string, [number, number]> = {};
  readWordVector(text, (term, body, header) => {
    words[term] = [body, header];
  });
  return words;
}

it('counts terms of the body and of the header', () => {
  const text = writeWordVector(['ferri', 'nine', 'ferri'], ['ann', 'ferri']);
  expect(text).toBe("'ann':1A 'ferri':1,2,3A 'nine':1");
  expect(read(text)).toEqual({ ann: [0, 1], ferri: [2, 1], nine: [1, 0] });
});

it('counts up to the limits of BM25', () => {
  const text = writeWordVector(Array(100).fill('no'), Array(9).fill('no'));
  expect(read(text)).toEqual({ no: [63, 3] });
});

it.each(["o'clock", "'", "''", 'back\\slash', '\\', "\\'", 'a:1,2A', "x':3"])(
  'preserves the term %s',
  (term) => {
    expect(quotedWord(term)).toMatch(/^'.*'$/s);
    const text = writeWordVector([term, 'other'], [term]);
    expect(read(text)).toEqual({ [term]: [1, 1], other: [1, 0] });
  },
);

it('reads no words from an empty text', () => {
  expect(writeWordVector([], [])).toBe('');
  expect(read('')).toEqual({});
});

it('cuts a very long term at the same position everywhere, and between characters', () => {
  const long = `${'x'.repeat(499)}🐦 and more`;
  expect(quotedWord(long)).toBe(`'${'x'.repeat(499)}'`);
  expect(read(writeWordVector([long], []))).toEqual({ ['x'.repeat(499)]: [1, 0] });
});

it('omits the words beyond the maximum length', () => {
  const terms = Array.from({ length: 50_000 }, (_, n) => `word-${n}`);
  const text = writeWordVector(terms, []);
  expect(text.length).toBeLessThan(700_000);
  expect(Object.keys(read(text)).length).toBeGreaterThan(10_000);
});
