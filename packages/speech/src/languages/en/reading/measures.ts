import { matchAt, readAs, speak } from '../../../text/reading.js';
import { isAttribute, isOpenQuote, type Reader } from './line.js';
import { cardinal, decimal, digitByDigit, pluralNumber } from './number-words.js';
import { UNITS, unitAt } from './units.js';

const HALVES: Readonly<Record<string, string>> = { '½': 'a half', '¼': 'a quarter', '¾': 'three quarters' };
export const COMPASS_POINTS: Readonly<Record<string, string>> = {
  N: 'north',
  S: 'south',
  E: 'east',
  W: 'west',
};
const ANGLE =
  /(?<degrees>\d{1,3}(?:\.\d+)?)\s?°\s?(?:(?<minutes>\d{1,2}(?:\.\d+)?)\s?'\s?)?(?:(?<seconds>\d{1,2}(?:\.\d+)?)\s?(?:"|'')\s?)?(?<direction>[NSEW])?(?!\p{L})/uy;
const FEET =
  /(?<feet>\d{1,3})(?:\s?'\s?(?<inches>\d{1,2}(?:\.\d+)?)\s?(?:"|''|(?![\d\p{L}]))|\s?(?:ft|feet)\.?\s?(?<counted>\d{1,2})\s?in\b\.?)/uy;
const FEET_ONLY = /(?<feet>\d{1,4})'(?=[\s.,;:!?)-]|$)/y;
const INCHES = /(?<inches>\d{1,4}(?:\.\d+)?)(?<vulgar>[½¼¾])?"/y;
const DURATION = /\d{1,3}h\s?\d{1,2}m(?:in)?(?:\s?\d{1,2}s)?(?![\p{L}\d])|\d{1,3}m\s?\d{1,2}s(?![\p{L}\d])/uy;
const TIMES =
  /(?<first>\d+(?:\.\d+)?)\s?(?<sign>[x×X])(?:\s?(?<second>\d+(?:\.\d+)?)(?<plural>s(?![\p{L}\d]))?|(?![\p{L}\d]))/uy;
const POWER_OF_TEN =
  /(?<number>\d+(?:\.\d+)?)(?:[eE](?<e>[-−+]?\d{1,3})|\s?[×x*·]\s?10(?:\^\(?(?<caret>[-−+]?\d{1,3})\)?|(?<raised>[⁻⁺]?[⁰¹²³⁴-⁹]{1,3})))(?![\p{L}\d])/uy;

/** Reads 6.02e23, 1.5×10^-9, 3×10⁸ m/s. */
export const readPowerOfTen: Reader = ({ text }, at) => {
  const match = matchAt(POWER_OF_TEN, text, at);
  if (!match) return undefined;
  const { number, e, caret, raised } = match.groups!;
  const exponent = e ?? caret ?? raisedDigits(raised!);
  const sign = /^[-−]/.test(exponent) ? 'minus ' : '';
  const power = `${sign}${cardinal(exponent.replace(/^[-−+]/, ''))}`;
  const end = at + match[0].length;
  const { end: last, pieces } = readAs(`${decimal(number!)} times ten to the power of ${power}`, at, end);
  const unit = unitAt(text, end, false);
  return unit
    ? { end: unit.end, pieces: [...pieces, ...speak(unit.spoken, end, unit.end)] }
    : { end: last, pieces };
};

/** Converts "⁻⁹" to "-9". */
export function raisedDigits(raised: string): string {
  return [...raised]
    .map((digit) => (digit === '⁻' ? '-' : digit === '⁺' ? '+' : digit.normalize('NFKC')))
    .join('');
}

/** Reads 1h30m, 2h 5m 10s. */
export const readDuration: Reader = ({ text }, at) => {
  const match = matchAt(DURATION, text, at);
  if (!match) return undefined;
  const parts = [...match[0].matchAll(/(?<!\d)(\d+)\s?([hms])/g)].map(
    ([, count, unit]) =>
      `${cardinal(count!)} ${UNITS.get(unit === 'm' ? 'min' : unit!)![count === '1' ? 0 : 1]}`,
  );
  return readAs(parts.join(' '), at, at + match[0].length);
};

/** Reads 40°26'46"N, 20°, 40.7128° N, but not 20 °C. */
export const readAngle: Reader = ({ text }, at) => {
  const match = matchAt(ANGLE, text, at);
  if (!match) return undefined;
  const { degrees, minutes, seconds, direction } = match.groups!;
  const counted = (value: string | undefined, one: string): string =>
    value === undefined ? '' : ` ${decimal(value)} ${Number(value) === 1 ? one : `${one}s`}`;
  const spoken = (
    counted(degrees, 'degree') +
    counted(minutes, 'minute') +
    counted(seconds, 'second')
  ).trim();
  const end = at + match[0].length;
  if (direction !== undefined) return readAs(`${spoken} ${COMPASS_POINTS[direction]!}`, at, end);
  return readAs(spoken, at, at + match[0].trimEnd().length);
};

/** Reads 5'11", 6', 12", 5 ft 11 in as feet and inches, unless the mark closes a quotation. */
export const readLength: Reader = (line, at) => {
  const { text } = line;
  const both = matchAt(FEET, text, at);
  if (both) {
    const { feet, inches = both.groups!.counted } = both.groups!;
    return readAs(`${feetWords(feet!)} ${inchWords(inches!)}`, at, at + both[0].length);
  }
  const feet = matchAt(FEET_ONLY, text, at);
  if (feet && !isOpenQuote(text, at, "'"))
    return readAs(feetWords(feet.groups!.feet!), at, at + feet[0].length);
  const inch = matchAt(INCHES, text, at);
  if (!inch || isOpenQuote(text, at, '"')) return undefined;
  const { inches, vulgar } = inch.groups!;
  const end = at + inch[0].length;
  if (vulgar !== undefined) return readAs(`${decimal(inches!)} and ${HALVES[vulgar]!} inches`, at, end);
  return readAs(isAttribute(line, end) ? `${decimal(inches!)} inch` : inchWords(inches!), at, end);
};

function feetWords(feet: string): string {
  return `${cardinal(feet)} ${feet === '1' ? 'foot' : 'feet'}`;
}

function inchWords(inches: string): string {
  return `${decimal(inches)} ${inches === '1' ? 'inch' : 'inches'}`;
}

/** Reads "3x faster", 3 × 4, 1920x1080, 4x100m; "2x + 1" is algebra. */
export const readMultiple: Reader = ({ text }, at) => {
  const match = matchAt(TIMES, text, at);
  if (!match) return undefined;
  const { first, second, sign, plural } = match.groups!;
  const end = at + match[0].length;
  if (second === undefined) {
    const algebra = /\s/.test(match[0]) || /^\s?[+=*/^]|^\s?-(?!\d)/.test(text.slice(end));
    return algebra ? undefined : readAs(`${decimal(first!)} times`, at, end);
  }
  const unit = unitAt(text, end, false);
  if (/^[\p{L}\d]/u.test(text.slice(end)) && unit === undefined) return undefined;
  const size = (value: string): string => (/^0\d/.test(value) ? digitByDigit(value) : decimal(value));
  const by = (sign === '×' && /\s/.test(match[0])) || /^\s?=/.test(text.slice(end)) ? 'times' : 'by';
  const last = plural ? pluralNumber(size(second)) : size(second);
  return readAs(`${size(first!)} ${by} ${last}${unit ? ` ${unit.spoken}` : ''}`, at, unit?.end ?? end);
};
