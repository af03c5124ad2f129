import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuantities } from './quantities.js';
import type { Word } from './word.js';
import { readWords } from './words.js';

const texts = (text: string, keep: (word: Word) => unknown = () => true): string[] =>
  readWords(text)
    .filter(keep)
    .map((word) => word.text);

describe('readWords', () => {
  it.each([
    ['plain words', 'How do I sort a list?', ['how', 'do', 'i', 'sort', 'a', 'list']],
    ['apostrophes', 'What’s wrong, isn’t it?', ["what's", 'wrong', "isn't", 'it']],
    [
      'identifiers whole',
      'recall.ts ERR_CONN_RESET c++ .env',
      ['recall.ts', 'err_conn_reset', 'c++', '.env'],
    ],
    ['words joined by signs', 'mother-in-law and/or e-mail', ['mother', 'in', 'law', 'and', 'or', 'email']],
    ['initials', 'made in the U.A.E. today', ['made', 'in', 'the', 'uae', 'today']],
    ['aliases', 'VS Code, Visual Studio Code and Postgres', ['vscode', 'vscode', 'and', 'postgresql']],
    ['possessive aliases', "World War Two's end, WW2", ['wwii', 'end', 'wwii']],
    ['"us" is only a country in capitals', 'tell us about the US', ['tell', 'us', 'about', 'the', 'usa']],
    ['no spaces between words', '北京の天気', ['北', '京', 'の', '天', '気']],
    ['signs and emoji', '2 * 3 != 7 👍🏽', ['2', '*', '3', '!=', '7', '👍🏽']],
    ['a minus, and a dash', '7 - 3 - or less', ['7', '-', '3', 'or', 'less']],
    ['nothing', ' \n ?! ', []],
  ])('%s', (_name, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it.each([
    ['capitals inside a sentence', 'Is Paris in France?', ['paris', 'france']],
    ['not at the start of a sentence', 'Restart nginx. Then wait', []],
    ['all capitals and inner capitals', 'NASA and GitHub', ['nasa', 'github']],
    ['a title hides its names', 'How To Live Well In Paris Without Much Money', []],
    ['shouting hides names', 'WHY IS PARIS SO BIG', []],
  ])('names: %s', (_name, text, expected) => {
    expect(texts(text, ({ isName }) => isName)).toEqual(expected);
  });

  it.each([
    ["don't", true],
    ['cannot', true],
    ['without', true],
    ['never', true],
    ['WITHOUT', true],
    ['notable', false],
    ['nonstop', false],
  ])('negation: %s is %s', (word, expected) => {
    expect(readWords(`we ${word} go`)[1]!.isNegation).toBe(expected);
  });

  it('knows content words from the frame of a question', () => {
    expect(texts('Can you please tell me how to boil eggs?', ({ isContent }) => isContent)).toEqual([
      'boil',
      'eggs',
    ]);
  });

  it('gives ranges of the text it was given, in order and apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        let end = 0;
        for (const word of readWords(text)) {
          expect(word.start).toBeGreaterThanOrEqual(end);
          expect(word.end).toBeGreaterThan(word.start);
          expect(word.text).not.toBe('');
          expect(word.stem).not.toBe('');
          end = word.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('readQuantities', () => {
  it.each([
    ['digits and words', '3 or three', ['3', '3']],
    ['magnitudes', '5k, 2 million, two hundred and five', ['5000', '2000000', '205']],
    ['tens and ones', 'twenty one, ninety-nine', ['21', '99']],
    ['ordinals', 'the 3rd, the third, the twenty-first', ['3th', '3th', '21th']],
    ['thousands', '1,000 or 1000', ['1000', '1000']],
    [
      'money',
      '$5, 5 dollars, €5, Rs.500, 500 INR',
      ['5 dollar', '5 dollar', '5 euro', '500 rupee', '500 rupee'],
    ],
    ['percent', '5% and 5 percent', ['5 percent', '5 percent']],
    ['units, glued and apart', '10MB, 10 MB, 30s', ['10000000 size', '10000000 size', '30 time']],
    [
      'units of one dimension',
      '1 hour, 60 minutes, 12 months, 1 year',
      ['3600 time', '3600 time', '31536000 time', '31536000 time'],
    ],
    ['temperatures', '20 °C, 20°F', ['20 celsius', '20 fahrenheit']],
    ['versions', 'v2.1, 3.10, 3.1, 1.2.3', ['2.1', '3.10', '3.1', '1.2.3']],
    ['below zero', '-5 and 5-a-side', ['-5', '5']],
    ['a second is a time behind a number only', '30 second delay, the second time', ['30 time', '2th']],
    ['"in" is no inch', '500 in India', ['500']],
  ])('%s', (_name, text, keys) => {
    expect(readQuantities(readWords(text)).map(({ key }) => key)).toEqual(keys);
  });
});
