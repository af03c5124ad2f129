import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardinal, decimal, fraction, ordinal, pluralNumber, year } from './number-words.js';

const VALUES = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value] as const),
);
for (const [i, word] of 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').entries())
  VALUES.set(word, 20 + 10 * i);
const SCALES = ['thousand', 'million', 'billion', 'trillion', 'quadrillion'];

/** Converts words back to the number. */
function spelledValue(words: string): bigint {
  let total = 0n;
  let group = 0n;
  for (const word of words.split(' ')) {
    const scale = SCALES.indexOf(word);
    if (word === 'hundred') group *= 100n;
    else if (scale >= 0) {
      total += group * 1000n ** BigInt(scale + 1);
      group = 0n;
    } else group += BigInt(VALUES.get(word)!);
  }
  return total + group;
}

describe('number words', () => {
  it('read every number up to 18 digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (value) => {
        expect(spelledValue(cardinal(value.toString()))).toBe(value);
        expect(cardinal(value.toLocaleString('en-US'))).toBe(cardinal(value.toString()));
      }),
    );
  });

  it.each([
    ['1', 'first'],
    ['12', 'twelfth'],
    ['20', 'twentieth'],
    ['23', 'twenty third'],
    ['100', 'one hundredth'],
    ['1,000', 'one thousandth'],
  ])('ordinal %s', (number, words) => expect(ordinal(number)).toBe(words));

  it.each([
    ['1066', 'ten sixty six'],
    ['1900', 'nineteen hundred'],
    ['1905', 'nineteen oh five'],
    ['2000', 'two thousand'],
    ['2007', 'two thousand seven'],
    ['2010', 'twenty ten'],
    ['79', 'seventy nine'],
  ])('year %s', (number, words) => expect(year(number)).toBe(words));

  it('read decimals digit by digit and fractions by name', () => {
    expect(decimal('3.140')).toBe('three point one four zero');
    expect(decimal('.5')).toBe('point five');
    expect(fraction('1', '2')).toBe('one half');
    expect(fraction('3', '4')).toBe('three quarters');
    expect(fraction('2', '21')).toBe('two twenty firsts');
    expect(pluralNumber('nineteen sixty')).toBe('nineteen sixties');
    expect(pluralNumber('twenty six')).toBe('twenty sixes');
  });
});
