import { isWord, matchAt, type Reading, readAs, speak } from '../../../text/reading.js';
import { isOpenQuote, type Line, type Reader, spell, withEnding, wordBefore } from './line.js';
import {
  ANY_NUMBER,
  cardinal,
  decimal,
  digitByDigit,
  fraction,
  ordinal,
  plainDigits,
  pluralNumber,
  twoDigits,
  year,
} from './number-words.js';
import data from './numbers.json' with { type: 'json' };
import { unitAt } from './units.js';

const ORDINAL = /(?<number>\d{1,3}(?:,\d{3})+|\d{1,15})(?:st|nd|rd|th|ST|ND|RD|TH)(?![\p{L}\d])/uy;
const DECADE = /(?<number>[12]\d{2}0|[2-9]0)(?:'s|s)(?![\p{L}\d])/uy;
/** "100s of people" */
const ROUND = /100s(?= of\b)|1000s(?![\p{L}\d])/uy;
const SHORT_DECADE = /'(?<number>\d0)s(?![\p{L}\d])/uy;
const SHORT_YEAR = /'(?<number>\d\d)(?![\p{L}\d'])/uy;
const FRACTION =
  /(?<numerator>\d{1,6}(?:\.\d+)?)\/(?<denominator>\d{1,6})(?:(?<ending>(?:st|nd|rd|th|ST|ND|RD|TH)[sS]?)(?![\p{L}\d])|(?![\d/.]\d|[\d/]))/uy;
const RATIO = /\d{1,6}(?:\.\d+)?(?::\d{1,6}(?:\.\d+)?){1,4}(?!\d)/y;
const RANGE =
  /(?<!\p{L}-?|\d-)(?<first>\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d+)?)(?<dash>\s?–\s?|-)(?<last>\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d+)?)(?![\d-]|[.:/]\d)/uy;
const POWER = /(?<base>\d+(?:\.\d+)?)\^(?<exponent>[-−]?\d{1,3})(?!\d)/y;
const NUMBER = new RegExp(ANY_NUMBER, 'y');
/** A decimal comma, 3,14, unless it is between two items of a list. */
const DECIMAL_COMMA = /(?:\d{1,3},\d{2}|0,\d{1,4}|\d{1,3},\d(?=\s\p{L}{3}))(?![\d,]|[-–./]\d)/uy;
const ERA = /\s(?:BC|BCE|AD|CE|B\.C\.|A\.D\.)/y;

/** Words before a year, or before a number that is a name. */
const BEFORE_YEARS = new Set(data.beforeYears);
const BEFORE_DECADES = new Set(data.beforeDecades);
const AFTER_DECADES = /^ (?:music|style|fashion|hits|movies|films|vibe|pop|rock|disco|era|nostalgia|kids)\b/;
/** Words after a number that it counts, although they do not end with s. */
const COUNTED = new Set(data.counted);
const NOT_COUNTED = new Set(data.notCounted);

/** Reads all other numbers: ordinals, decades, fractions, ratios, ranges, years, plain numbers. */
export const readNumber: Reader = (line, at) => {
  const { text } = line;
  const all = (match: RegExpExecArray, spoken: string): Reading => readAs(spoken, at, at + match[0].length);

  const short = matchAt(SHORT_DECADE, text, at);
  if (short) return all(short, pluralNumber(cardinal(short.groups!.number!)));
  const shortYear = matchAt(SHORT_YEAR, text, at);
  if (shortYear) return all(shortYear, year(`19${shortYear.groups!.number!}`).replace(/^nineteen /, ''));
  const nth = matchAt(ORDINAL, text, at);
  if (nth) return all(nth, ordinal(nth.groups!.number!));
  const power = matchAt(POWER, text, at);
  if (power) return all(power, raised(power.groups!.base!, power.groups!.exponent!));
  const parts = matchAt(FRACTION, text, at);
  if (parts && /^\s?=/.test(text.slice(at + parts[0].length)))
    return all(
      parts,
      `${decimal(parts.groups!.numerator!)} divided by ${cardinal(parts.groups!.denominator!)}`,
    );
  if (parts) {
    const end = at + parts[0].length;
    const unit =
      text[end] === '"' && !isOpenQuote(text, at, '"')
        ? { spoken: 'inch', end: end + 1 }
        : unitAt(text, end, Number(parts.groups!.numerator) < Number(parts.groups!.denominator));
    const { numerator, denominator, ending } = parts.groups!;
    const spoken =
      ending === undefined
        ? fractionWords(line, numerator!, denominator!)
        : fraction(numerator!, denominator!);
    const words = speak(spoken, at, end);
    return unit
      ? { end: unit.end, pieces: [...words, ...speak(unit.spoken, end, unit.end)] }
      : { end, pieces: words };
  }
  const ratio = matchAt(RATIO, text, at);
  if (ratio) return all(ratio, ratio[0].split(':').map(decimal).join(' to '));
  const range = matchAt(RANGE, text, at);
  if (range)
    return isEquation(text, at, at + range[0].length) ? difference(at, range) : readRange(line, at, range);
  const comma = matchAt(DECIMAL_COMMA, text, at);
  if (comma && !isList(line, at, comma[0])) return all(comma, decimal(plainDigits(comma[0])));
  const plain = matchAt(NUMBER, text, at);
  return plain ? all(plain, wordsOf(line, at, plain[0])) : undefined;
};

/** Whether a comma separates items: "pages 12,15" follows a plural, and "steps 1,2" counts up. */
function isList(line: Line, at: number, written: string): boolean {
  const [first, second] = written.split(',').map(Number) as [number, number];
  return second === first + 1 || /[^s]s$/.test(wordBefore(line)) || /[\d,]\s?$/.test(line.text.slice(0, at));
}

/**
 * Reads 1990s, the 80s, 1960s-80s, "the 1980s and 90s". "30s" alone is half a minute: a short decade needs a
 * word or another decade next to it.
 */
export const readDecade: Reader = (line, at) => {
  const round = matchAt(ROUND, line.text, at);
  if (round)
    return {
      end: at + round[0].length,
      pieces: speak(round[0] === '100s' ? 'hundreds' : 'thousands', at, at + round[0].length),
    };
  const match = matchAt(DECADE, line.text, at);
  if (!match) return undefined;
  const { number } = match.groups!;
  const end = at + match[0].length;
  if (number!.length === 2 && !isShortDecade(line, at, end)) return undefined;
  return readAs(pluralNumber(year(number!)), at, end);
};

/** Whether a decade, or a word that decades have, is next to the number. */
function isShortDecade(line: Line, at: number, end: number): boolean {
  if (/^[5-9]0'?s$/.test(line.text.trim())) return true;
  const before = line.text.slice(Math.max(0, at - 24), at);
  const after = line.text.slice(end, end + 24);
  if (
    /(?:[12]\d\d|'\d)0'?s(?:(?:, '?\d0'?s){0,3},?\s(?:and|or|to|through)\s|\s?[-–/&]\s?|, )'?$/.test(before)
  )
    return true;
  if (BEFORE_DECADES.has(wordBefore(line)) || AFTER_DECADES.test(after)) return true;
  // "the 60s-80s", "60s and 70s": a time is not that long, except after "wait".
  if (
    /\b(?:the|early|mid|late|in|his|her|their) [2-9]0'?s(?:\s?[-–/]\s?|,?\s(?:and|or|to|through)\s)$/.test(
      before,
    )
  )
    return true;
  const pair =
    /^(?:\s?[-–/]\s?|\s(?:and|or|to)\s)'?[2-9]0'?s(?![\p{L}\d])/u.test(after) ||
    /[5-9]0'?s(?:\s?[-–/]\s?|\s(?:and|or|to)\s)$/.test(before);
  return (
    pair &&
    Number(line.text[at]) >= 5 &&
    !/\b(?:wait|waits|for|after|every|timeout|takes|took|lasts|within|about|than|sleep)\b/i.test(before)
  );
}

/** Whether a sign of arithmetic is next to the range: "1-2=5", "3+5-2=6". */
function isEquation(text: string, at: number, end: number): boolean {
  if (!text.includes('=')) return false;
  return (
    /^\s?[=+*×÷]\s?[\p{L}\d(.-]/u.test(text.slice(end, end + 4)) ||
    /[=+*×÷]\s?$/.test(text.slice(Math.max(0, at - 2), at))
  );
}

function difference(at: number, match: RegExpExecArray): Reading {
  const { first, dash, last } = match.groups!;
  const end = at + match[0].length;
  const [firstEnd, lastStart] = [at + first!.length, end - last!.length];
  return {
    end,
    pieces: [
      ...speak(decimal(first!), at, firstEnd),
      ...speak('minus', firstEnd, firstEnd + dash!.length),
      ...speak(decimal(last!), lastStart, end),
    ],
  };
}

function readRange(line: Line, at: number, match: RegExpExecArray): Reading {
  const { first, dash, last } = match.groups!;
  const end = at + match[0].length;
  const years = isYear(first!) && (isYear(last!) || /^\d\d$/.test(last!)) && !isCounted(line.text, end);
  const firstEnd = at + first!.length;
  const lastStart = firstEnd + dash!.length;
  const spoken = (value: string): string => (years && value.length === 4 ? year(value) : decimal(value));
  const lastWords = years && last!.length === 2 ? twoDigits(last!) : spoken(last!);
  // "Boeing 747-400" is a name.
  const [low, high] = [first!, last!].map((value) => Number(value.replaceAll(',', ''))) as [number, number];
  const named =
    (!years && low >= 100 && high < low) || /^(?:boeing|airbus|model|part|type)$/.test(wordBefore(line));
  const to = named || (low === 50 && high === 50) ? [] : speak('to', firstEnd, lastStart);
  return {
    end,
    pieces: [...speak(spoken(first!), at, firstEnd), ...to, ...speak(lastWords, lastStart, end)],
  };
}

function raised(base: string, exponent: string): string {
  if (exponent === '2') return `${decimal(base)} squared`;
  if (exponent === '3') return `${decimal(base)} cubed`;
  return `${decimal(base)} to the power of ${/^[-−]/.test(exponent) ? 'minus ' : ''}${cardinal(exponent.replace(/^[-−]/, ''))}`;
}

const EIGHTHS_AND_THE_LIKE = new Set(['2', '3', '4', '5', '6', '7', '8', '9', '16', '32', '64']);
const OUT_OF = new Set(['10', '20', '50', '100']);

function fractionWords(line: Line, numerator: string, denominator: string): string {
  const written = `${numerator}/${denominator}`;
  if (written === '24/7') return 'twenty four seven';
  if (written === '9/11') return 'nine eleven';
  if (written === '50/50') return 'fifty fifty';
  if (numerator.includes('.')) return `${decimal(numerator)} out of ${cardinal(denominator)}`;
  const [top, bottom] = [Number(numerator), Number(denominator)];
  if (isYear(numerator) && (isYear(denominator) || /^\d\d$/.test(denominator)))
    return `${year(numerator)} ${year(denominator)}`;
  if (
    top >= 1 &&
    top <= 12 &&
    bottom >= 1 &&
    bottom <= 31 &&
    (/^(?:on|until|since|due|dated)$/.test(wordBefore(line)) ||
      (/^(?:by|before|after|from)$/.test(wordBefore(line)) && top >= bottom))
  )
    return `${cardinal(numerator)} ${cardinal(denominator)}`;
  if (bottom === 0 || top === 0) return `${cardinal(numerator)} over ${cardinal(denominator)}`;
  if (top === 1 && bottom > 1 && bottom <= 1000) return fraction('1', denominator);
  if (top < bottom && EIGHTHS_AND_THE_LIKE.has(denominator)) return fraction(numerator, denominator);
  if (top > bottom && bottom > 1 && bottom <= 9 && top < 20) return fraction(numerator, denominator);
  if (top <= bottom && OUT_OF.has(denominator))
    return `${cardinal(numerator)} out of ${cardinal(denominator)}`;
  return `${cardinal(numerator)} over ${cardinal(denominator)}`;
}

function wordsOf(line: Line, at: number, written: string): string {
  const end = at + written.length;
  if (!/^\d+$/.test(written)) return decimal(plainDigits(written));
  if (/^0\d/.test(written)) return digitByDigit(written);
  if (matchAt(ERA, line.text, end)) return written.length > 2 ? year(written) : cardinal(written);
  if (isYear(written) && isYearHere(line, end)) return year(written);
  // 1500 is fifteen hundred, 2500 twenty five hundred.
  if (/^[1-9][1-9]00$/.test(written)) return `${cardinal(written.slice(0, 2))} hundred`;
  return cardinal(written);
}

function isYear(written: string): boolean {
  return /^(?:1[0-9]|20)\d\d$/.test(written);
}

/** Whether 1984 is a year. "1984 files" counts something. */
function isYearHere(line: Line, end: number): boolean {
  const before = wordBefore(line);
  if (BEFORE_YEARS.has(before)) return !isCounted(line.text, end) || before === 'in' || before === 'since';
  const last = line.read.at(-1);
  const named = isWord(last) && /^\p{Lu}/u.test(last.text);
  return named || !isCounted(line.text, end);
}

function isCounted(text: string, end: number): boolean {
  const next = /^[ -](\p{Ll}+)/u.exec(text.slice(end, end + 30))?.[1];
  if (next === undefined) return false;
  return COUNTED.has(next) || (next.endsWith('s') && next.length > 2 && !NOT_COUNTED.has(next));
}

/** Plans that are named by a section of the law: 401k, 401(k)s, 403(b), 457b. */
const PLAN =
  /(?<number>4\d\d|529)\s?(?:\((?<bracketed>[a-kA-K])\)|(?<letter>[kKbB]))(?<ending>'?s)?(?![\p{L}\d])/uy;
const PLANS: Readonly<Record<string, string>> = data.plans;
/** 20/20 and 20/40 of eyes, 80/20 and 60/40 of parts of a whole. */
const PAIR = /(?<first>\d{1,3})\/(?<second>\d{1,3})(?![\d/]|\.\d|[\p{L}])/uy;
const SIGHT_AFTER = /^\s(?:vision|eyesight|sight|hindsight|acuity)\b/i;
const SIGHT_BEFORE = /\b(?:vision|eyesight|hindsight|sight|eyes?)\b[^.!?]{0,24}$/i;
const SHARE_AFTER =
  /^\s(?:rule|split|principle|ratio|mix|blend|custody|chance|partnership|joint|ownership|portfolio|profit|shares?|basis|raffle)\b/i;
const PORSCHE = /911(?![\d.,]*\d)/y;

/** Reads numbers that are names: 401(k), 20/20 vision, the 80/20 rule, a Porsche 911. */
export const readNumberName: Reader = (line, at) => {
  if (/[\p{L}\d$€£.,/-]/u.test(line.text[at - 1] ?? ' ')) return undefined;
  const porsche = wordBefore(line) === 'porsche' ? matchAt(PORSCHE, line.text, at) : null;
  if (porsche) return readAs('nine eleven', at, at + 3);
  return plan(line.text, at) ?? pair(line.text, at);
};

function plan(text: string, at: number): Reading | undefined {
  const match = matchAt(PLAN, text, at);
  if (!match) return undefined;
  const { number, bracketed, letter, ending = '' } = match.groups!;
  const written = bracketed ?? letter!;
  // "450k" is an amount.
  if (bracketed === undefined && !PLANS[number!]?.includes(written)) return undefined;
  const end = at + match[0].length;
  const numberEnd = at + number!.length;
  const letters = spell(written, numberEnd + (bracketed === undefined ? 0 : 1));
  return {
    end,
    pieces: [
      ...speak(`${cardinal(number![0]!)} ${twoDigits(number!.slice(1))}`, at, numberEnd),
      ...withEnding(letters, ending, end),
    ],
  };
}

function pair(text: string, at: number): Reading | undefined {
  const match = matchAt(PAIR, text, at);
  if (!match) return undefined;
  const { first, second } = match.groups!;
  const end = at + match[0].length;
  const after = text.slice(end, end + 16);
  const isSight =
    /^(?:20|6)$/.test(first!) &&
    (SIGHT_AFTER.test(after) || SIGHT_BEFORE.test(text.slice(Math.max(0, at - 40), at)));
  const isShare = Number(first) + Number(second) === 100 && (SHARE_AFTER.test(after) || first!.endsWith('0'));
  if (!isSight && !isShare) return undefined;
  return readAs(`${cardinal(first!)} ${cardinal(second!)}`, at, end);
}
