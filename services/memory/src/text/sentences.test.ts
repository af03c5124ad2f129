import { describe, expect, it } from 'vitest';
import { clauses, isAbbreviation, sentenceRanges } from './sentences.js';

describe('sentenceRanges', () => {
  it.each([
    ['Use tabs. Never use spaces! Ask Ada', ['Use tabs.', 'Never use spaces!', 'Ask Ada']],
    ['  Why? 2 reasons; "Both" count.  ', ['Why?', '2 reasons;', '"Both" count.']],
    ['He said "Stop." (Twice.) Then he went', ['He said "Stop.', '(Twice.', 'Then he went']],
    ['Use Node 20.1 on fly.io, e.g. Debian vs. Alpine', ['Use Node 20.1 on fly.io, e.g. Debian vs. Alpine']],
    ['Ask Dr. No or J. Smith. Both know', ['Ask Dr. No or J. Smith.', 'Both know']],
    ['version 2. then 3', ['version 2. then 3']],
    ['今天下雨。我们不去！真的？！好', ['今天下雨。', '我们不去！', '真的？！', '好']],
    ['', []],
    [' \n', []],
  ])('%j', (text, expected) => {
    expect(sentenceRanges(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});

it('clauses are cut at every stop, whatever follows', () => {
  expect(clauses('Use tabs. then not; done\nAsk e.g. Ada?')).toEqual([
    'Use tabs.',
    'then not',
    ' done',
    'Ask e.g.',
    'Ada?',
  ]);
});

it.each([
  ['eg', true],
  ['mr', true],
  ['j', true],
  ['us', true],
  ['use', false],
])('%s. is an abbreviation: %s', (word, expected) => {
  expect(isAbbreviation(word)).toBe(expected);
});
