import {
  isWord,
  type Line,
  matchAt,
  type Reader,
  type ReadWord,
  say,
  spell,
  withEnding,
} from '../../../text/reading.js';
import { ABBREVIATIONS, DOTTED_ABBREVIATIONS, SENTENCE_OPENERS, SHORTHANDS } from '../abbreviations.js';

/** "a.m.", "U.S.", "e.g.", "Ph.D.", "J.R.R.": letters with full stops between. */
const DOTTED =
  /(?:\p{L}\.\s?(?=\p{L}\.))*(?:\p{L}{1,2}\.)(?!s(?![\p{L}.]))\p{L}(?:\.|(?![\p{L}\d]))|(?:\p{L}\.){2,8}/uy;
const ENDING = /'?s(?![\p{L}\d])/uy;
/** Mon–Fri */
const DAYS =
  /(?<first>Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?\s?[-–]\s?(?<last>Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?:\.|(?!\p{L}))/uy;
const ABBREVIATION = /(?<word>\p{L}{1,7})\./uy;
const BARE = /\p{L}+(?!['\p{L}\p{M}.])/uy;
/** Words of their own too: at the end of a sentence the stop is the sentence's. */
const ALSO_WORDS = new Set(
  'Sat Sun Mar Gen Rep Col Hon Mon Wed Fri Dec ed max min resp temp misc'.split(' '),
);

/** Mon–Fri, Jan-Feb */
export const readDays: Reader = ({ text }, at) => {
  const match = matchAt(DAYS, text, at);
  if (!match || isInsideWord(text, at)) return undefined;
  const { first, last } = match.groups!;
  const end = at + match[0].length;
  const lastAt = at + match[0].lastIndexOf(last!);
  const day = (name: string): string => ABBREVIATIONS.get(name)!.spoken;
  return {
    end,
    pieces: [
      ...say(day(first!), at, at + first!.length),
      ...say('to', at + first!.length, lastAt),
      ...say(day(last!), lastAt, end),
    ],
  };
};

/** e.g., U.S., Ph.D.s, J.R.R. */
export const readDotted: Reader = ({ text }, at) => {
  const written = isInsideWord(text, at) ? undefined : matchAt(DOTTED, text, at)?.[0];
  if (written === undefined) return undefined;
  const end = at + written.length;
  const meaning = DOTTED_ABBREVIATIONS.get(written.replace(/\.$/, '').toLowerCase());
  if (meaning !== undefined) return { end, pieces: say(meaning, at, end) };
  const letters = [...written.matchAll(/\p{L}/gu)].flatMap((letter) => spell(letter[0], at + letter.index));
  const joined = letters.map((letter, i): ReadWord => (i > 0 ? { ...letter, joined: true } : letter));
  const ending = matchAt(ENDING, text, end)?.[0] ?? '';
  return { end: end + ending.length, pieces: withEnding(joined, ending, end + ending.length) };
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
  if (spoken !== undefined) return { end, pieces: say(spoken, at, end) };
  const shorthand = SHORTHANDS.get(word);
  if (shorthand !== undefined) return { end: at + word.length, pieces: say(shorthand, at, at + word.length) };
  // "J. Smith": an initial. "plan B." keeps its stop.
  const initial =
    bare === undefined && /^\p{Lu}$/u.test(word) && word !== 'I' && /^\s\p{Lu}/u.test(text.slice(end));
  return initial ? { end, pieces: spell(word, at) } : undefined;
};

function meaningOf(line: Line, word: string, at: number, end: number): string | undefined {
  const { text } = line;
  const stopped = text[end - 1] === '.';
  if (word === 'Dr' || word === 'St') return streetOrTitle(line, at, end, word);
  if (!stopped) return undefined;
  const abbreviation = ABBREVIATIONS.get(word);
  if (abbreviation?.onlyBeforeNumber && !/^\s?[\d#IVX]/.test(text.slice(end))) return undefined;
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
  const name = last !== undefined && isWord(last) && /^\p{Lu}/u.test(last.text) && !last.letter;
  if ((name && !SENTENCE_OPENERS.has(last.text)) || /(?:st|nd|rd|th)\s$/.test(before)) return street;
  return next === undefined && line.text[end - 1] !== '.' ? undefined : title;
}

function isInsideWord(text: string, at: number): boolean {
  return /[\p{L}\d]/u.test(text[at - 1] ?? ' ');
}
