import { matchAt, type Reading, readAs, speak } from '../../../text/reading.js';
import { isAttribute, isOpenQuote, type Line, type Reader, wordBefore } from './line.js';
import { COMPASS_POINTS } from './measures.js';
import { COUNTED_NUMBER, cardinal, decimal, fraction, plainDigits } from './number-words.js';
import data from './numbers.json' with { type: 'json' };
import { halfOfDay } from './times.js';
import { MAGNITUDES, rateAt, SHORT_COUNTED, type Spoken, unitAt } from './units.js';

const VULGAR: ReadonlyMap<string, string> = new Map(Object.entries(data.fractions));
const VULGARS = [...VULGAR.keys()].join('');
/** A number, an optional fraction, and an optional second number. */
const QUANTITY = new RegExp(
  `(?<first>${COUNTED_NUMBER})(?:(?<vulgar>[${VULGARS}])|[ -](?<mixed>\\d{1,2}/\\d{1,4})(?:(?:st|nd|rd|th|ST|ND|RD|TH)s?(?!\\p{L})|(?![\\d/])))?(?:\\s?(?<to>[-–])\\s?(?<last>${COUNTED_NUMBER})(?![\\d:/]))?`,
  'uy',
);
/** Thousands as other languages group them: 1 000 000 and 1.234.567. */
const SPACED = /\d{1,3}(?:(?: \d{3}){2,4}| 000|(?:\.\d{3}){2,4})(?![\d.]*\d|,\d)/y;
/** 12 345, which may be two numbers unless a unit follows. */
const SPACED_AND_COUNTED = /\d{2,3} \d{3}(?![\d.,]*\d)/y;
const MAGNITUDE =
  /\s?(?<magnitude>hundred|thousand|million|billion|trillion|lakh|crore|Mio|Mrd)(?!\p{L})|(?<letter>k|K|M|mn|bn|B|T)(?=[\s.,;:!?)\]+"'–/-]|$)/uy;
const SHORT_BEFORE_RATE = /\s(?<word>\p{L}{2,4})(?=\s?\/)/uy;
const PERCENT = /\s?(?:%|‰)/y;
const COMPASS = /\s?(?<direction>[NSEW])(?!\p{L})/uy;
/** Words before a number with a letter: "Apartment 4B". */
const NUMBERED_PLACES =
  /^(?:apartment|suite|room|gate|exit|unit|seat|flat|building|block|row|section|pier|terminal)$/;

/** Reads numbers with the unit after them: percent, units, "1.5 million", 3-5 km, 2½ hours. */
export const readQuantity: Reader = (line, at) => {
  const { text } = line;
  const match = matchAt(QUANTITY, text, at);
  if (!match) return undefined;
  const end = at + match[0].length;
  const { first, last } = match.groups!;
  // "Llama-3-70B" is a name.
  if (last !== undefined && /\p{L}-?$/u.test(text.slice(Math.max(0, at - 2), at))) return undefined;
  const part = match.groups!.vulgar ?? match.groups!.mixed;
  const whole = decimal(plainDigits(first!));
  const amount = part === undefined ? whole : `${whole} and ${partWords(part)}`;
  const range = last === undefined ? amount : `${amount} to ${decimal(plainDigits(last))}`;
  const half = last === undefined ? undefined : halfOfDay(line, end);
  if (half) return { end: half.end, pieces: [...speak(range, at, end), ...half.pieces] };
  const one = (first === '1' && part === undefined && last === undefined) || isAttribute(line, end);
  const counted = counting(line, end, one);
  if (counted)
    return {
      end: counted.end,
      pieces: [...speak(range, at, end), ...speak(counted.spoken, end, counted.end)],
    };
  // A plain range is read as years, fractions or scores.
  return part === undefined || last !== undefined ? undefined : readAs(amount, at, end);
};

export const readGroupedNumber: Reader = (line, at) => {
  const sure = matchAt(SPACED, line.text, at);
  const match = sure ?? matchAt(SPACED_AND_COUNTED, line.text, at);
  if (!match) return undefined;
  const end = at + match[0].length;
  const number: Reading = readAs(cardinal(match[0].replace(/[ .]/g, '')), at, end);
  const counted = counting(line, end, false);
  if (counted)
    return { end: counted.end, pieces: [...number.pieces, ...speak(counted.spoken, end, counted.end)] };
  return sure ? number : undefined;
};

/** Reads ½ without a number. */
export const readVulgarFraction: Reader = (line, at) => {
  const written = VULGAR.get(line.text[at]!);
  return written === undefined ? undefined : readAs(ratio(written), at, at + 1);
};

/** Reads a fraction after "and": "two and a half". */
function partWords(written: string): string {
  return ratio(VULGAR.get(written) ?? written).replace(/^one (?=half|quarter)/, 'a ');
}

function ratio(written: string): string {
  const [numerator, denominator] = written.split('/') as [string, string];
  return fraction(numerator, denominator);
}

/** Reads the unit after a number and its divisor: "km", "k/day", "/kg", "req/s". */
function counting(line: Line, at: number, one: boolean): Spoken | undefined {
  const { text } = line;
  const unit = countedAt(line, at, one);
  // "5 req/s", "2k req/min"
  const short = matchAt(SHORT_BEFORE_RATE, text, unit?.end ?? at);
  const word = short ? SHORT_COUNTED.get(short.groups!.word!.replace(/s$/, '')) : undefined;
  const counted =
    word === undefined
      ? unit
      : { spoken: unit ? `${unit.spoken} ${word}` : word, end: (unit?.end ?? at) + short![0].length };
  const rate = rateAt(text, counted?.end ?? at, counted !== undefined);
  if (rate === undefined || counted?.spoken.includes(' per ')) return counted;
  return { spoken: counted ? `${counted.spoken} ${rate.spoken}` : rate.spoken, end: rate.end };
}

function countedAt(line: Line, at: number, one: boolean): Spoken | undefined {
  const { text } = line;
  if (text[at] === '"' && !isOpenQuote(text, at, '"')) return { spoken: 'inches', end: at + 1 };
  const percent = matchAt(PERCENT, text, at);
  if (percent)
    return { spoken: percent[0].endsWith('%') ? 'percent' : 'per mille', end: at + percent[0].length };
  const power = magnitudeAt(line, at);
  if (power) {
    // A unit may follow "5 million", but not "5k".
    const unit = text[at] === ' ' ? unitAt(text, power.end, false) : undefined;
    return unit ? { spoken: `${power.spoken} ${unit.spoken}`, end: unit.end } : power;
  }
  const unit = unitAt(text, at, one);
  const compass = unit && /degrees?$/.test(unit.spoken) ? matchAt(COMPASS, text, unit.end) : null;
  if (!unit || !compass) return unit;
  return {
    spoken: `${unit.spoken} ${COMPASS_POINTS[compass.groups!.direction!]!}`,
    end: unit.end + compass[0].length,
  };
}

/**
 * Reads " million", "k", "M". A letter may belong to a name: "a 4K screen", "221B Baker Street", "Apartment
 * 4B".
 */
function magnitudeAt(line: Line, at: number): Spoken | undefined {
  const match = matchAt(MAGNITUDE, line.text, at);
  if (!match) return undefined;
  const { magnitude, letter } = match.groups!;
  const end = at + match[0].length;
  if (magnitude !== undefined) return { spoken: MAGNITUDES.get(magnitude)!, end };
  const digits = /\d*$/.exec(line.text.slice(Math.max(0, at - 6), at))![0];
  if (letter === 'K' && /^(?:2|4|5|8|10)$/.test(digits)) return { spoken: 'K', end };
  // "H-1B" is a name.
  if (/(?<![\p{L}\d])\p{L}-$/u.test(line.text.slice(0, at - digits.length))) return undefined;
  const named = digits.length > (letter === 'B' ? 2 : 3) || NUMBERED_PLACES.test(wordBefore(line));
  return named ? undefined : { spoken: MAGNITUDES.get(letter!)!, end };
}
