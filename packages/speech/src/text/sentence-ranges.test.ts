import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../languages/en/index.js';
import { sentenceRanges } from './sentence-ranges.js';

const sentences = (text: string): string[] =>
  [...sentenceRanges(text, 0, text.length, english.fullStops)].map(({ start, end }) =>
    text.slice(start, end),
  );

describe('sentences', () => {
  it.each<[string, string[]]>([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['It is 3.5 m. Next.', ['It is 3.5 m.', 'Next.']],
    ['Mr. Smith met Dr. Jones at 5 p.m. in St. Paul.', ['Mr. Smith met Dr. Jones at 5 p.m. in St. Paul.']],
    ['We left at 5 p.m. They stayed.', ['We left at 5 p.m.', 'They stayed.']],
    ['He lives in the U.S. He likes it.', ['He lives in the U.S.', 'He likes it.']],
    ['the U.S. Army', ['the U.S. Army']],
    ['"Stop!" she cried. "Why?" he said.', ['"Stop!" she cried.', '"Why?" he said.']],
    ['He said "no." Then he left.', ['He said "no."', 'Then he left.']],
    ['(Really.) Yes.', ['(Really.)', 'Yes.']],
    ['Well... maybe. Well... Maybe.', ['Well... maybe.', 'Well...', 'Maybe.']],
    ['J. R. R. Tolkien wrote.', ['J. R. R. Tolkien wrote.']],
    ['See No. 5 and p. 7. No. Never.', ['See No. 5 and p. 7.', 'No.', 'Never.']],
    ['1. Eggs\n2. Milk', ['1. Eggs', '2. Milk']],
    ['Title\n\nText', ['Title', 'Text']],
    ['a line that goes on\nhere', ['a line that goes on\nhere']],
    [
      `${'long words in a line that is wrapped at its width, as'}\nMary knew`,
      ['long words in a line that is wrapped at its width, as', 'Mary knew'],
    ],
    [
      `${'long words in a line that is wrapped at its width, as in letters,'}\nMary knew`,
      [`${'long words in a line that is wrapped at its width, as in letters,'}\nMary knew`],
    ],
    ['', []],
    [' \n ', []],
  ])('%j', (text, expected) => expect(sentences(text)).toEqual(expected));

  it('are cut at 1,000 characters, after a comma or space if possible', () => {
    const long = sentences('word word, '.repeat(300));
    for (const sentence of long) expect(sentence.length).toBeLessThanOrEqual(1000);
    for (const sentence of long) expect(sentence).toMatch(/,$/);
    expect(sentences('x'.repeat(2500)).map(({ length }) => length)).toEqual([1000, 1000, 500]);
  });

  it('cover the text except for white space, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aA1.!? \n",-)('), maxLength: 3000 }), (text) => {
        const ranges = [...sentenceRanges(text, 0, text.length, english.fullStops)];
        let reached = 0;
        for (const { start, end } of [...ranges, { start: text.length, end: text.length }]) {
          expect(text.slice(reached, start)).toMatch(/^[ \n]*$/);
          reached = end;
        }
        for (const { start, end } of ranges) expect(end).toBeGreaterThan(start);
      }),
    );
  });
});
