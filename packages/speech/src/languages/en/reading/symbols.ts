import {
  isWord,
  type Line,
  matchAt,
  type Reader,
  type Reading,
  say,
  wordBefore,
} from '../../../text/reading.js';
import { rateAt } from './unit-words.js';

const MARK = /[.,;:!?…]+/y;
/** A number and a word that it counts. */
const COUNTED_WORD = /\d[kKMB]?\s\p{L}{2,20}\s?$/u;
const NUMBER_SIGN = /[#№]\s?(?=\d)/y;
const NAMED: Readonly<Record<string, string>> = {
  '&': 'and',
  '+': 'plus',
  '§': 'section',
  '¶': 'paragraph',
  '©': 'copyright',
  '№': 'number',
  '%': 'percent',
  '°': 'degrees',
};

const silent = (end: number): Reading => ({ end, pieces: [] });
const mark = (written: string, end: number): Reading => ({ end, pieces: [{ mark: written }] });
const word = (spoken: string, at: number): Reading => ({ end: at + 1, pieces: say(spoken, at, at + 1) });

/** Full stops, commas and the like; one of several. Inside of code they are no pauses: "x.y", "a::b". */
export const readPunctuation: Reader = ({ text }, at) => {
  const marks = matchAt(MARK, text, at)?.[0];
  if (marks === undefined) return undefined;
  const end = at + marks.length;
  if (/[\p{L}\d]/u.test(text[at - 1] ?? ' ') && /[\p{L}\d]/u.test(text[end] ?? ' ')) {
    // "bad.Spacing" lacks a space.
    if (marks === '.' && !/\p{Ll}\.\p{Lu}\p{Ll}/u.test(text.slice(at - 1, at + 3))) return word('dot', at);
    if (marks === '::') return silent(end);
  }
  return mark(strongest(marks), end);
};

/** "?!" is a question, "..." an ellipsis. */
function strongest(marks: string): string {
  if (marks.includes('?')) return '?';
  if (marks.includes('!')) return '!';
  if (/\.\.|…/.test(marks)) return '…';
  return marks.at(-1)!;
}

/** Quotes and brackets of all kinds. */
export const readBracket: Reader = (line, at) => {
  const { text } = line;
  const character = text[at]!;
  if (character === '"') return mark(isQuoteOpening(line) ? '“' : '”', at + 1);
  if (text.startsWith('()', at)) return silent(at + 2);
  if ('([{'.includes(character)) return mark('(', at + 1);
  if (')]}'.includes(character)) return mark(')', at + 1);
  return undefined;
};

function isQuoteOpening(line: Line): boolean {
  let open = false;
  for (const piece of line.read)
    if (!isWord(piece) && (piece.mark === '“' || piece.mark === '”')) open = piece.mark === '“';
  return !open;
}

/** he/she, TCP/UDP, 6 / 2 */
export const readSlash: Reader = ({ text, read }, at) => {
  if (text[at] !== '/') return undefined;
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 8);
  if (/\d\s$/.test(before) && /^\s\d/.test(after)) return word('divided by', at);
  // "1/x"
  if (/(?<!\p{L})\d$/u.test(before) && /^\p{L}(?![\p{L}\d])/u.test(after)) return word('over', at);
  // "10 tokens/s", "5 items/page"
  const rate = COUNTED_WORD.test(text.slice(Math.max(0, at - 30), at)) ? rateAt(text, at, true) : undefined;
  if (rate) return { end: rate.end, pieces: say(rate.spoken, at, rate.end) };
  // Initialisms are said one after the other.
  const last = read.at(-1);
  if (last && isWord(last) && last.letter && /^\p{Lu}{1,5}(?!\p{L})/u.test(after)) return silent(at + 1);
  return /[\p{L}\d)]$/u.test(before) && /^[\p{L}\d(]/u.test(after) ? word('slash', at) : silent(at + 1);
};

/** Whatever is left. Always moves on: what has no sound is passed over. */
export const readSymbol: Reader = (line, at) => {
  const { text } = line;
  const character = text[at]!;
  const after = text[at + 1] ?? ' ';
  if (matchAt(NUMBER_SIGN, text, at)) return word('number', at);
  if (character === '#' && /^(?:press|dial|hit|key|the)$/.test(wordBefore(line))) return word('pound', at);
  if (character === '@' && /[\s\p{L}\d]/u.test(after)) return word('at', at);
  if (character === '#' && /\p{L}/u.test(after)) return word('hash', at);
  // A cell of a table.
  if (character === '|') return mark(',', at + 1);
  const named = NAMED[character];
  return named === undefined ? silent(at + 1) : word(named, at);
};

/** Settings > Privacy */
export const readBreadcrumb: Reader = ({ text }, at) =>
  text[at] === '>' && /\p{L}\s$/u.test(text.slice(0, at)) && /^\s\p{Lu}/u.test(text.slice(at + 1))
    ? mark(',', at + 1)
    : undefined;
