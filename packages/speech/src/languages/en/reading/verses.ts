import { matchAt, type Piece, type Reading, readAs, speak } from '../../../text/reading.js';
import { type Line, type Reader, wordBefore } from './line.js';
import { cardinal } from './number-words.js';
import data from './verses.json' with { type: 'json' };

/** Books of the Bible and the Quran by names and abbreviations. */
const BOOKS: ReadonlyMap<string, string> = new Map(Object.entries(data));
const BY_LOWER_CASE: ReadonlySet<string> = new Set([...BOOKS.values()].map((name) => name.toLowerCase()));
const ORDER: Readonly<Record<string, string>> = { '1': 'First', '2': 'Second', '3': 'Third' };

const VERSES =
  /(?<chapter>\d{1,3}):(?<verse>\d{1,3})(?<rest>(?:\s?[-–,]\s?\d{1,3}(?::\d{1,3})?){0,6})(?![\d:]|\s?[ap]\.?m\b)/y;
const SHORT_BOOK = /(?<order>[123]\s)?(?<book>\p{Lu}\p{Ll}{1,13})\.?(?=\s\d{1,3}:\d{1,3}(?!\d))/uy;
const NUMBERED_BOOK =
  /(?<order>[123])(?=\s(?:Samuel|Kings|Chronicles|Corinthians|Thessalonians|Timothy|Peter|John|Maccabees)\s\d)/y;

/** Reads John 3:16, 1 Cor. 13:4-7, Genesis 1:1-3 as chapter and verses, not as a time, a ratio or a title. */
export const readVerse: Reader = (line, at) => bookName(line, at) ?? verses(line, at);

function bookName({ text }: Line, at: number): Reading | undefined {
  if (/[\p{L}\d.]/u.test(text[at - 1] ?? ' ')) return undefined;
  const numbered = matchAt(NUMBERED_BOOK, text, at);
  if (numbered) return readAs(ORDER[numbered[0]]!, at, at + 1);
  const match = matchAt(SHORT_BOOK, text, at);
  const book = match ? BOOKS.get(match.groups!.book!) : undefined;
  if (!match || book === undefined) return undefined;
  const end = at + match[0].length;
  const bookAt = at + (match.groups!.order?.length ?? 0);
  const order =
    match.groups!.order === undefined ? [] : speak(ORDER[match.groups!.order.trim()]!, at, at + 1);
  return { end, pieces: [...order, ...speak(book, bookAt, end)] };
}

function verses(line: Line, at: number): Reading | undefined {
  const match = BY_LOWER_CASE.has(wordBefore(line)) ? matchAt(VERSES, line.text, at) : null;
  if (!match) return undefined;
  const end = at + match[0].length;
  const pieces: Piece[] = [];
  for (const part of match[0].matchAll(/\d+|[-–,]/g)) {
    const start = at + part.index;
    if (part[0] === ',') pieces.push({ mark: ',' });
    else if (/\d/.test(part[0])) pieces.push(...speak(cardinal(part[0]), start, start + part[0].length));
    else pieces.push(...speak('to', start, start + 1));
  }
  return { end, pieces };
}
