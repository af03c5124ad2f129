import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWordFinder } from './word-finder.js';

it('finds the words that occur in a text, and no others', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), minLength: 1, maxLength: 4 });
  const text = fc.string({
    unit: fc.constantFrom('a', 'A', 'b', 'B', 'c', '-', 'é', 'İ', '\u212a'),
    maxLength: 40,
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), text, (words, text) => {
      const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      const expected = words.flatMap((each, index) => (lower.includes(each) ? [index] : []));
      expect([...createWordFinder(words)(text)].sort((a, b) => a - b)).toEqual(expected);
    }),
  );
});
