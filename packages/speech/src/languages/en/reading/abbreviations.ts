import { isWord, matchAt, type Piece, readAs, speak } from '../../../text/reading.js';
import {
  ABBREVIATIONS,
  ALSO_WORDS,
  BEFORE_CALENDAR,
  CALENDAR,
  DOTTED_ABBREVIATIONS,
  SENTENCE_OPENERS,
  SHORTHANDS,
  UNSURE_CALENDAR,
} from '../abbreviations.js';
import { isInsideWord, type Line, type Reader, spell, spellLetters, withEnding, wordBefore } from './line.js';

/** "a.m.", "U.S.", "e.g.", "Ph.D.", "J.R.R.": letters with full stops between. */
const DOTTED =
  /(?:\p{L}\.\s?(?=\p{L}\.))*(?:\p{L}{1,2}\.)(?!s(?![\p{L}.]))\p{L}(?:\.|(?![\p{L}\d]))|(?:\p{L}\.){2,8}/uy;
const ENDING = /'?s(?![\p{L}\d])/uy;
const SHORT_NAME = 'Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
/** Mon–Fri */
const DAYS = new RegExp(
  `(?<first>${SHORT_NAME})\\.?\\s?[-–]\\s?(?<last>${SHORT_NAME})(?:\\.|(?!\\p{L}))`,
  'uy',
);
const ABBREVIATION = /(?<word>\p{L}{1,7})\./uy;
const BARE = /\p{L}+(?!['\p{L}\p{M}.])/uy;

/** Mon–Fri, Jan-Feb */
export const readDays: Reader = ({ text }, at) => {
  const match = matchAt(DAYS, text, at);
  if (!match || isInsideWord(text, at)) return undefined;
  const { first, last } = match.groups!;
  const end = at + match[0].length;
  const lastAt = at + match[0].lastIndexOf(last!);
  const firstEnd = at + first!.length;
  const day = (name: string): string => ABBREVIATIONS.get(name)!.spoken;
  return {
    end,
    pieces: [
      ...speak(day(first!), at, firstEnd),
      ...speak('to', firstEnd, lastAt),
      ...speak(day(last!), lastAt, end),
    ],
  };
};

/** e.g., U.S., Ph.D.s, J.R.R. */
export const readDotted: Reader = ({ text }, at) => {
  const written = isInsideWord(text, at) ? undefined : matchAt(DOTTED, text, at)?.[0];
  if (written === undefined) return undefined;
  const end = at + written.length;
  const meaning = DOTTED_ABBREVIATIONS.get(written.replace(/\.$/, '').toLowerCase());
  if (meaning !== undefined) return readAs(meaning, at, end);
  const ending = matchAt(ENDING, text, end)?.[0] ?? '';
  const endingEnd = end + ending.length;
  return { end: endingEnd, pieces: withEnding(spellLetters(written, at), ending, endingEnd) };
};

/** Dr., St., No. 5, etc.; without a full stop too: Mr Bean, vs. */
export const readAbbreviation: Reader = (line, at) => {
  const { text } = line;
  if (isInsideWord(text, at)) return undefined;
  const bare = matchAt(BARE, text, at)?.[0];
  const word = bare ?? matchAt(ABBREVIATION, text, at)?.groups?.word;
  if (word === undefined) return undefined;
  const end = at + word.length + (bare === undefined ? 1 : 0);
  const spoken = meaningOf(line, word, at, end);
  if (spoken !== undefined) return readAs(spoken, at, end);
  const shorthand = SHORTHANDS.get(word);
  if (shorthand !== undefined) return readAs(shorthand, at, at + word.length);
  // "J. Smith" has an initial; the full stop of "plan B." ends the sentence.
  const initial =
    bare === undefined && /^\p{Lu}$/u.test(word) && word !== 'I' && /^\s\p{Lu}/u.test(text.slice(end));
  return initial ? { end, pieces: spell(word, at) } : undefined;
};

function meaningOf(line: Line, word: string, at: number, end: number): string | undefined {
  const { text } = line;
  if (word === 'Dr' || word === 'St') return streetOrTitle(line, at, end, word);
  if (text[end - 1] !== '.') return undefined;
  const abbreviation = ABBREVIATIONS.get(word);
  if (abbreviation?.kind === 'beforeNumber' && !/^\s?[\d#IVX]/.test(text.slice(end))) return undefined;
  if (ALSO_WORDS.has(word) && end >= text.length && (at === 0 || /^\p{Ll}/u.test(word))) return undefined;
  return abbreviation?.spoken;
}

/** "Dr. Smith", "Elm Dr."; "St. Mary", "Main St." */
function streetOrTitle(line: Line, at: number, end: number, word: 'Dr' | 'St'): string | undefined {
  const street = word === 'Dr' ? 'Drive' : 'Street';
  const title = word === 'Dr' ? 'Doctor' : 'Saint';
  const before = line.text.slice(Math.max(0, at - 60), at);
  const next = /^\s(\p{Lu}\p{L}*)/u.exec(line.text.slice(end, end + 30))?.[1];
  // "123 Elm Dr": a number before the name makes an address.
  if (/\d+\s+(?:[NSEW]\.?\s+)?(?:\p{Lu}\p{Ll}+\s+|\d+(?:st|nd|rd|th)\s+){1,3}$/u.test(before)) return street;
  if (next !== undefined && !SENTENCE_OPENERS.has(next)) return title;
  const last = line.read.at(-1);
  const name = isWord(last) && /^\p{Lu}/u.test(last.text) && !last.letter;
  if ((name && !SENTENCE_OPENERS.has(last.text)) || /(?:st|nd|rd|th)\s$/.test(before)) return street;
  return next === undefined && line.text[end - 1] !== '.' ? undefined : title;
}

/** Days and months without a full stop: "Tue", "on Sat", "in Jan". */
const CALENDAR_WORD = new RegExp(`(?:${SHORT_NAME})(?![\\p{L}\\d.]|'\\p{L})`, 'iuy');
const CALENDAR_NAME =
  '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:\\p{Ll}*)(?!\\p{L})';
const AFTER_CALENDAR = new RegExp(
  `^(?:\\s?[-–/&,]?\\s?\\d|\\s(?:morning|afternoon|evening|night|noon|at \\d|at noon)\\b|(?:\\s?[-–/,&]\\s?|\\s(?:and|or|to) )${CALENDAR_NAME}|\\s${CALENDAR_NAME})`,
  'iu',
);

export const readCalendarWord: Reader = (line, at) => {
  const written = /[\p{L}\d']/u.test(line.text[at - 1] ?? ' ')
    ? undefined
    : matchAt(CALENDAR_WORD, line.text, at)?.[0];
  if (written === undefined) return undefined;
  const end = at + written.length;
  const capitalised = written.charAt(0).toUpperCase() + written.slice(1).toLowerCase();
  const spoken = ABBREVIATIONS.get(capitalised)?.spoken;
  const isCalendar = CALENDAR.has(written)
    ? !isVerb(line, written, end)
    : UNSURE_CALENDAR.has(written) && isInCalendar(line, end);
  return isCalendar && spoken !== undefined ? readAs(spoken, at, end) : undefined;
};

/** "Wed in 1990, they had two children." */
function isVerb(line: Line, written: string, end: number): boolean {
  return written === 'Wed' && line.read.length === 0 && /^ (?:in|to|at|by)\b/.test(line.text.slice(end));
}

function isInCalendar(line: Line, end: number): boolean {
  const after = line.text.slice(end, end + 30);
  if (AFTER_CALENDAR.test(after)) return true;
  const last = line.read.at(-1);
  const before = wordBefore(line);
  // "Fri, Sat", "Fri and Sat", and "on Sat"; "on Sun Microsystems" is a name.
  const joined = last !== undefined && (!isWord(last) || /^(?:and|or|to)$/.test(before));
  const inList = joined && isCalendarWord(line.read.at(-2));
  return (inList || BEFORE_CALENDAR.has(before) || isCalendarWord(last)) && !/^ \p{Lu}/u.test(after);
}

function isCalendarWord(piece: Piece | undefined): boolean {
  return isWord(piece) && /^(?:\p{L}+day|January|March|June|December)$/u.test(piece.text);
}
