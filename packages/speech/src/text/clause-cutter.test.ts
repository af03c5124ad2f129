import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../languages/en/index.js';
import { type Clause, createClauseCutter } from './clause-cutter.js';
import { sentenceRanges } from './sentence-ranges.js';

/** Returns the clauses of a text that arrives in pieces and then ends. */
function cut(pieces: readonly string[]): Clause[] {
  const cutter = createClauseCutter();
  return [...pieces.flatMap((piece) => cutter.push(piece)), ...cutter.end()];
}

const texts = (clauses: readonly Clause[]): string[] => clauses.map(({ text }) => text);

/** Divides a text into pieces of the lengths in turn. */
function pieces(text: string, lengths: readonly number[]): string[] {
  const found: string[] = [];
  for (let at = 0, i = 0; at < text.length; i++) {
    const length = lengths[i % lengths.length]!;
    found.push(text.slice(at, at + length));
    at += length;
  }
  return found;
}

const lengths = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 20 });

/** Texts with everything that makes cutting difficult. */
const hardText = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          ...'a word Mary I it iPhone is the The she NASA don’t better 5 12.50 $12 1,000 3.5 No no U.S p.m e.g Dr Mr St Inc Jan 😀 𝒜'.split(
            ' ',
          ),
        ),
      },
      { weight: 3, arbitrary: fc.constantFrom(' ', ' ', ' ', '\n', '\n\n', '  ', '\t', '\r\n') },
      { weight: 2, arbitrary: fc.constantFrom(...'.,;:!?…—–-"“”()[]*&', '...', '."', ',"', ', ', '. ') },
    ),
    { maxLength: 400 },
  )
  .map((parts) => parts.join(''));

describe('clauses', () => {
  it.each<[string, string[]]>([
    ['It costs $12.50 today. Or not.', ['It costs $12.50 today. ', 'Or not.']],
    ['We met Dr. Smith. He waved.', ['We met Dr. Smith. ', 'He waved.']],
    ['See No. 5, e.g. at 5 p.m. in the U.S. Army.', ['See No. 5, e.g. at 5 p.m. in the U.S. Army.']],
    ['Version 3.14 is out. 12 people came.', ['Version 3.14 is out. ', '12 people came.']],
    [
      'On Monday, May 5, 1990, we all went to Austin, TX together.',
      ['On Monday, May 5, 1990, ', 'we all went to Austin, TX together.'],
    ],
    [
      'More than 1,000,000 people came, all of them on foot.',
      ['More than 1,000,000 people came, ', 'all of them on foot.'],
    ],
    [
      '“Stop it right now, please, will you,” she said to him. “Why?”',
      ['“Stop it right now, please, will you,” ', 'she said to him. ', '“Why?”'],
    ],
    [
      'The answer (as far as we know, at least so far) is no, as you said before.',
      ['The answer (as far as we know, at least so far) is no, ', 'as you said before.'],
    ],
    ['I like apples and pears, too.', ['I like apples and pears, too.']],
    ['STOP DOING THIS AT ONCE, OR ELSE YOU WILL SEE', ['STOP DOING THIS AT ONCE, OR ELSE YOU WILL SEE']],
    ['Tom &amp; Jerry &lt; all the others of them', ['Tom &amp; Jerry &lt; all the others of them']],
    ['1. Eggs\n2. Milk', ['1. Eggs\n', '2. Milk']],
    ['A title\n\nA text that follows.', ['A title\n\n', 'A text that follows.']],
    ['... Well. Yes!', ['... Well. ', 'Yes!']],
    ['', []],
    [' \n ', [' \n ']],
  ])('%j', (text, expected) => {
    expect(texts(cut([text]))).toEqual(expected);
    expect(texts(cut([...text]))).toEqual(expected);
  });

  it('keeps a pause without words with the following clause', () => {
    const text = 'Well then.\n\n[pause 1s]\n\n[pause 500ms].\nAnd so on. [Note.] More of it.';
    expect(texts(cut(pieces(text, [3, 1])))).toEqual([
      'Well then.\n\n',
      '[pause 1s]\n\n[pause 500ms].\nAnd so on. ',
      '[Note.] ',
      'More of it.',
    ]);
  });

  it('report the silence of pauses without words', () => {
    const cutter = createClauseCutter();
    expect(cutter.push('Well then. ')).toEqual([]);
    const clauses = [
      'Well. ',
      '[pause 1s]',
      '\n[PAUSE 500ms] …',
      '[pause for thought]',
      ' [pause 1s] And on.',
    ];
    const found = clauses.flatMap((piece) => [...cutter.push(piece), ...cutter.flush()]);
    expect(found.map(({ text, pauseMs }) => [text, pauseMs])).toEqual([
      ['Well then. ', 0],
      ['Well. ', 0],
      ['[pause 1s]', 1000],
      ['\n[PAUSE 500ms] …', 500],
      ['[pause for thought]', 500],
      [' [pause 1s] And on.', 0],
    ]);
  });

  it('do not divide markup, whatever the pieces', () => {
    const text =
      '<p>Well, <!-- no. Not, this --> then.</p> <think>Hm. So, what. Yes.</think> Go [pause 2 s] on.';
    const found = texts(cut([...text]));
    expect(found).toEqual(['<p>Well, <!-- no. Not, this --> then.</p> ', expect.stringMatching(/^<think>/)]);
    expect(texts(cut([text]))).toEqual(found);
    const cutter = createClauseCutter();
    const flushed = text.match(/.{1,9}/g)!.flatMap((piece) => [...cutter.push(piece), ...cutter.flush()]);
    const all = texts([...flushed, ...cutter.end()]);
    expect(all.join('')).toBe(text);
    for (const whole of ['<p>', '<!-- no. Not, this -->', '<think>Hm. So, what. Yes.</think>', '[pause 2 s]'])
      expect(
        all.some((clause) => clause.includes(whole)),
        whole,
      ).toBe(true);
  });

  it('are not cut at the commas of code', () => {
    const code =
      'tar -x, then curl -d with content-type: application/json, and a lot of other words, or none at all';
    const fenced = `\`\`\`\n${code}.\n\`\`\`\n`;
    const found = texts(cut(pieces(`Try this.\n${fenced}Then ${code}.`, [2, 5])));
    expect(found.slice(0, 3)).toEqual(['Try this.\n', `\`\`\`\n${code}.\n`, expect.stringMatching(/[,:] $/)]);
  });

  it('are short at first and longer later', () => {
    const text =
      'To begin with, there is not much to say, because nobody knows, as of now, what happened there, who was there, or why they came, ' +
      'so everybody waits, and the longer they wait, the more they wonder, as people do, whether it matters at all to them.';
    const found = texts(cut([text]));
    expect(found[0]).toBe('To begin with, ');
    expect(found[1]!.length).toBeGreaterThan(40);
    for (const clause of found.slice(2, -1)) expect(clause.length).toBeGreaterThan(80);
    expect(found.length).toBeGreaterThan(3);
  });

  it('are returned as soon as later text cannot change them', () => {
    const cutter = createClauseCutter();
    expect(cutter.push('It was $12.')).toEqual([]);
    expect(cutter.push('50')).toEqual([]);
    expect(cutter.push('. ')).toEqual([]);
    expect(texts(cutter.push('Th'))).toEqual(['It was $12.50. ']);
    expect(cutter.push('en came Dr.')).toEqual([]);
    expect(cutter.push(' Smi')).toEqual([]);
    expect(cutter.push('th from the coast, ')).toEqual([]);
    expect(cutter.push('who had time')).toEqual([]);
    expect(cutter.push(' for us, as he said')).toEqual([]);
    expect(texts(cutter.push(' to'))).toEqual(['Then came Dr. Smith from the coast, who had time for us, ']);
    expect(texts(cutter.end())).toEqual(['as he said to']);
  });

  it('are returned at once by flush, and continue after it', () => {
    const cutter = createClauseCutter();
    cutter.push('Let me thi');
    expect(cutter.flush()).toMatchObject([
      { text: 'Let me thi', charStart: 0, charEnd: 10, endsSentence: false },
    ]);
    expect(cutter.flush()).toEqual([]);
    cutter.push('nk. Ye');
    expect(cutter.end()).toMatchObject([{ text: 'Ye', charStart: 14, charEnd: 16, endsSentence: true }]);
  });

  it('join to the text, each at its range', () => {
    fc.assert(
      fc.property(hardText, lengths, fc.array(fc.nat(50)), (text, of, flushes) => {
        const cutter = createClauseCutter();
        const found = pieces(text, of).flatMap((piece, i) => [
          ...cutter.push(piece),
          ...(flushes.includes(i) ? cutter.flush() : []),
        ]);
        found.push(...cutter.end());
        expect(texts(found).join('')).toBe(text);
        for (const clause of found) {
          expect(clause.text).not.toBe('');
          expect(text.slice(clause.charStart, clause.charEnd)).toBe(clause.text);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('do not depend on the pieces of the text', () => {
    fc.assert(
      fc.property(hardText, lengths, (text, of) => {
        expect(cut(pieces(text, of))).toEqual(cut([text]));
      }),
      { numRuns: 500 },
    );
  });

  it('start at every start of a sentence of the whole text', () => {
    fc.assert(
      fc.property(hardText, (given) => {
        const text = given.replaceAll(/[^ -~\n…—–]/g, '');
        const starts = cut([text]).map(({ charStart }) => charStart);
        for (const { start, end } of sentenceRanges(text, 0, text.length, english.fullStops)) {
          // A sentence without a word belongs to the next clause.
          const before = text.slice(0, start);
          if (end - start > 300 || !/[\p{L}\p{N}][^\p{L}\p{N}]*$/u.test(before)) continue;
          if (!hasWordSince(text, starts, start)) continue;
          expect(starts, JSON.stringify(text.slice(Math.max(0, start - 20), end))).toContain(start);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('have the maximum length in a text without a place to cut, and never divide a character', () => {
    const words = cut(['word '.repeat(2000)]);
    expect(Math.max(...words.map(({ text }) => text.length))).toBeLessThanOrEqual(400);
    for (const { text } of words) expect(text).toMatch(/^(?:word )+$/);
    for (const { text } of cut(['😀'.repeat(1001)])) expect(text).toMatch(/^(?:😀)+$/u);
  });
});

function hasWordSince(text: string, starts: readonly number[], place: number): boolean {
  const last = starts.findLast((start) => start < place) ?? 0;
  return /[\p{L}\p{N}]/u.test(text.slice(last, place));
}
