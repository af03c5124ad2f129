import data from './number-words.json' with { type: 'json' };

const UNITS = data.units;
const TENS = data.tens;
const SCALES = data.scales;
/** Maximum digits of a number that is read in words; longer ones are read digit by digit. */
const LONGEST_NAMED = 18;

const ORDINALS: Readonly<Record<string, string>> = data.ordinals;

/**
 * Returns American number words without "and" ("one hundred one"), with one space between words. `number` may
 * have commas.
 */
export function cardinal(number: string): string {
  const given = number.replaceAll(',', '');
  const digits = given.replace(/^0+(?=\d)/, '');
  if (digits.length > LONGEST_NAMED || (given.length > 1 && given.startsWith('0')))
    return digitByDigit(given);
  if (digits === '0') return 'zero';
  const words: string[] = [];
  for (let end = digits.length, scale = 0; end > 0; end -= 3, scale++) {
    const group = Number(digits.slice(Math.max(0, end - 3), end));
    if (group > 0) words.unshift(underThousand(group), ...(scale > 0 ? [SCALES[scale]!] : []));
  }
  return words.join(' ');
}

function underThousand(number: number): string {
  const words = number >= 100 ? [UNITS[Math.floor(number / 100)]!, 'hundred'] : [];
  if (number % 100 > 0) words.push(underHundred(number % 100));
  return words.join(' ');
}

function underHundred(number: number): string {
  if (number < 20) return UNITS[number]!;
  const unit = number % 10;
  return TENS[Math.floor(number / 10)]! + (unit > 0 ? ` ${UNITS[unit]!}` : '');
}

export function ordinal(number: string): string {
  const words = cardinal(number).split(' ');
  const last = words.pop()!;
  const spoken = ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words, spoken].join(' ');
}

export function digitByDigit(digits: string): string {
  return [...digits].map((digit) => UNITS[Number(digit)]!).join(' ');
}

/** Reads "3.14", "1,000.5" or ".5": the decimals digit by digit. */
export function decimal(number: string): string {
  const [whole, fraction] = number.split('.') as [string, string | undefined];
  const wholeWords = whole === '' ? '' : cardinal(whole);
  if (fraction === undefined) return wholeWords;
  return `${wholeWords} point ${digitByDigit(fraction)}`.trim();
}

/**
 * Reads a year of one to four digits: nineteen eighty four, nineteen oh five, two thousand five, twenty
 * twenty four.
 */
export function year(digits: string): string {
  const value = Number(digits);
  const [high, low] = [Math.floor(value / 100), value % 100];
  if (value < 1000 || value % 1000 === 0 || (value > 2000 && value < 2010)) return cardinal(String(value));
  if (low === 0) return `${underHundred(high)} hundred`;
  return `${underHundred(high)} ${low < 10 ? `oh ${UNITS[low]!}` : underHundred(low)}`;
}

/** Reads two digits: "oh five", "twelve". */
export function twoDigits(digits: string): string {
  return digits.startsWith('0') ? `oh ${cardinal(digits[1]!)}` : cardinal(digits);
}

/**
 * Returns the plural of the last word of a decade or a denominator: "fives", "twenties", "sixes", "hundreds".
 */
export function pluralNumber(words: string): string {
  if (words.endsWith('y')) return `${words.slice(0, -1)}ies`;
  return `${words}${words.endsWith('x') ? 'es' : 's'}`;
}

const DENOMINATORS: Readonly<Record<string, readonly string[]>> = data.denominators;

/** Reads 3 and 4 as "three quarters". */
export function fraction(numerator: string, denominator: string): string {
  const one = numerator === '1';
  const named = DENOMINATORS[denominator];
  const part = named ? named[one ? 0 : 1] : one ? ordinal(denominator) : pluralNumber(ordinal(denominator));
  return `${cardinal(numerator)} ${part}`;
}

/**
 * Forms of numbers whose separators have only one meaning: 1,234.5 (English), 12,34,567 (Indian),
 * 1'234'567.50 (Swiss), 1.234,56 and 1.234.567 (German), 1 234,56 (French). No form starts with a space.
 */
const GROUPED_FORMS = [
  "\\d{1,3}(?:'\\d{3})+(?!\\d)(?:\\.\\d+)?",
  '\\d{1,3}(?:\\.\\d{3})+,\\d{1,2}(?![\\d,])',
  '\\d{1,3}(?: \\d{3})+,\\d{1,2}(?![\\d,])',
  '\\d{1,2}(?:,\\d{2})+,\\d{3}(?!\\d)(?:\\.\\d+)?',
  '\\d{1,3}(?:,\\d{3})+(?!\\d)(?:\\.\\d+)?',
];
const PLAIN_FORMS = ['\\d+(?:\\.\\d+)?', '\\.\\d+'];

/** Pattern source of a number in any form above, or of plain digits with or without a decimal point. */
export const ANY_NUMBER = [...GROUPED_FORMS, ...PLAIN_FORMS].join('|');

/**
 * Like ANY_NUMBER, but a comma before one or two last digits is a decimal comma. Only for places where a unit
 * or currency follows.
 */
export const COUNTED_NUMBER = [
  ...GROUPED_FORMS,
  '(?:\\d{1,2}(?: \\d{3})+|\\d+),\\d{1,2}(?![\\d,])',
  '0,\\d{3}(?![\\d,])',
  ...PLAIN_FORMS,
].join('|');

/** Converts a number to the form of `decimal` and `cardinal`: digits with or without a decimal point. */
export function plainDigits(written: string): string {
  const compact = written.replace(/[' ]/g, '');
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$|^\d+,\d{1,2}$|^0,\d{3}$/.test(compact))
    return compact.replaceAll('.', '').replace(',', '.');
  return compact.replaceAll(',', '');
}
