import { matchAt, type Reading, type ReadWord, speak } from '../../../text/reading.js';
import data from './addresses.json' with { type: 'json' };
import { type KnownWords, type Line, type Reader, spell } from './line.js';
import { cardinal, digitByDigit, year } from './number-words.js';

/** Maximum characters of an address; the rest is read as text. */
const LONGEST = 300;
const URL = new RegExp(
  `(?:https?://|(?<scheme>ftp|file|ssh|wss?|git|s3)://|www\\.)[^\\s<>"{}|\\\\^\`]{1,${LONGEST}}`,
  'iy',
);
const EMAIL = /(?:mailto:)?[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,5}/uy;
/** A domain with a known ending: example.com/path. */
const DOMAIN =
  /(?:[a-zA-Z\d][a-zA-Z\d-]{0,62}\.){1,5}(?:com|org|net|edu|gov|mil|io|ai|dev|app|co|info|me|tv|uk|us|de|fr|eu|ca|au|jp|in|ch|nl|se|xyz|tech|blog|cloud|local)(?![\p{L}\d-])(?::\d{2,5})?(?:[/?#][^\s<>"{}|\\^`]{0,200})?/uy;
const LOCALHOST = /localhost(?::\d{2,5})?(?:\/[^\s<>"{}|\\^`]{0,200})?/y;
/** Paths: /usr/local/bin, ./src, ~/notes.txt, C:\Users\me, src/index.ts */
const PATH =
  /(?:~|\.{1,2})?(?:\/[\p{L}\d._@+~-]{1,100}){2,20}\/?|(?:~|\.{1,2})\/[\p{L}\d._@+~-]{1,100}|\/[\p{L}\d_-]{2,100}\/?(?=[\s.,;:!?)'"]|$)/uy;
const WINDOWS_PATH = /[A-Za-z]:(?:\\[\p{L}\d._ -]{1,100}?(?=\\|[\s.,;:!?)'"]|$)){1,20}\\?/uy;
const RELATIVE_PATH = /[\p{L}\d_.-]{1,60}(?:\/[\p{L}\d_.-]{1,60}){1,20}\/?/uy;
/** Names with dots: index.ts, file.tar.gz, Node.js, obj.method */
const DOTTED = /[\p{L}_][\p{L}\d_-]{0,60}(?:\.[\p{L}\d_][\p{L}\d_-]{0,60}){1,8}(?:\(\))?/uy;
const DOT_FILE = /\.[a-z][a-z\d_-]{1,30}(?:\.[a-z\d]{1,10})?(?![\p{L}\d])/uy;
const HANDLE = /@[\p{L}_][\p{L}\d_.-]{0,60}/uy;
const HASHTAG = /#[\p{L}_][\p{L}\d_]{0,80}/uy;
const COLOUR = /#(?=[a-fA-F]*\d)[\da-fA-F]{6}(?![\p{L}\d])/uy;

const MARKS: Readonly<Record<string, string>> = data.marks;

/** Short parts that are read as words. Other parts of two or three letters that are not words are spelled. */
const SPOKEN_PARTS = new Set(data.spoken);
const SPELLED_PARTS = new Set(data.spelled);

/**
 * Reads URLs, e-mail addresses, domains, paths, file names, handles and hashtags word by word, with the names
 * of signs.
 */
export const readAddress: Reader = (line, at) => {
  const { text } = line;
  const before = text[at - 1] ?? ' ';
  if (/[\p{L}\d]/u.test(before)) return undefined;
  const url = matchAt(URL, text, at) ?? matchAt(LOCALHOST, text, at);
  if (url) {
    const written = trimmed(url[0]);
    // "https://" is not spoken.
    const skipped = /^https?:\/\//i.exec(written)?.[0].length ?? 0;
    return spoken(line, at, written, skipped);
  }
  const email = matchAt(EMAIL, text, at);
  if (email) return spoken(line, at, trimmed(email[0]), /^mailto:/.exec(email[0])?.[0].length ?? 0);
  const domain = matchAt(DOMAIN, text, at);
  // "done.So" lacks a space; "example.co" is a name.
  if (domain && !/^[A-Z]?[a-z]+\.[A-Z]/.test(domain[0])) return spoken(line, at, trimmed(domain[0]), 0);
  const handle = matchAt(HANDLE, text, at);
  if (handle) return spoken(line, at, trimmed(handle[0]), 0);
  const colour = matchAt(COLOUR, text, at);
  if (colour)
    return { end: at + 7, pieces: [...speak('hash', at, at + 1), ...spell(colour[0].slice(1), at + 1)] };
  const tag = matchAt(HASHTAG, text, at);
  if (
    tag &&
    !/^#(?:include|define|ifdef|ifndef|if|endif|pragma|import|region)$/.test(tag[0]) &&
    tag[0].length > 1
  )
    return hashtag(line, at, tag[0]);
  return path(line, at) ?? fileName(line, at);
};

function path(line: Line, at: number): Reading | undefined {
  const { text } = line;
  const windows = matchAt(WINDOWS_PATH, text, at);
  if (windows) return spoken(line, at, trimmed(windows[0]), 0);
  const match = matchAt(PATH, text, at);
  if (match) return spoken(line, at, trimmed(match[0]), 0);
  const relative = matchAt(RELATIVE_PATH, text, at);
  if (!relative) return undefined;
  const written = trimmed(relative[0]);
  // "he/she" and "km/h" are not paths. A path has a file ending or three parts.
  const parts = written.split('/');
  const pathLike =
    /\.[a-z\d]{1,5}$/.test(written) ||
    (parts.length > 2 && parts.every((part) => /^[a-z\d_.-]+$/.test(part)));
  if (!pathLike || /^[\d/.,-]+$/.test(written)) return undefined;
  return spoken(line, at, written, 0);
}

function fileName(line: Line, at: number): Reading | undefined {
  const match = matchAt(DOTTED, line.text, at) ?? matchAt(DOT_FILE, line.text, at);
  if (!match) return undefined;
  const written = match[0].replace(/\(\)$/, '');
  // "Qwen2.5-7B" contains a number.
  if (/^\p{L}+\d+\.\d/u.test(written)) return undefined;
  // "U.S.A" and "e.g" are abbreviations; "end.Next" lacks a space.
  if (
    /^(?:\p{L}\.)+\p{L}?$/u.test(written) ||
    /^\p{L}?\p{Ll}{2,}\.\p{Lu}\p{Ll}*$/u.test(written) ||
    /\.(?:'s)?$/.test(written)
  )
    return undefined;
  return { ...spoken(line, at, written, 0), end: at + match[0].length };
}

function hashtag(line: Line, at: number, written: string): Reading {
  return {
    end: at + written.length,
    pieces: [...speak('hashtag', at, at + 1), ...addressWords(line.words, written.slice(1), at + 1, false)],
  };
}

/** Removes punctuation after an address, which belongs to the sentence. */
function trimmed(written: string): string {
  let end = written.length;
  for (; end > 1; end--) {
    const last = written[end - 1]!;
    if (last === ')' && written.slice(0, end).includes('(')) break;
    if (!/[.,;:!?)\]'"*_-]/.test(last)) break;
  }
  return written.slice(0, end);
}

function spoken(line: Line, at: number, written: string, skipped: number): Reading {
  return {
    end: at + written.length,
    pieces: addressWords(line.words, written.slice(skipped).replace(/(?<=.)\/$/, ''), at + skipped, true),
  };
}

function addressWords(
  known: KnownWords,
  written: string,
  at: number,
  namingUnderscores: boolean,
): ReadWord[] {
  const words: ReadWord[] = [];
  for (const match of written.matchAll(
    /%[\da-fA-F]{2}|\d+|[\p{Lu}]+(?![\p{Ll}])|\p{Lu}?\p{Ll}+|[\p{L}\p{M}]+|\S/gu,
  )) {
    const part = match[0];
    const start = at + match.index;
    const end = start + part.length;
    if (/^\d/.test(part)) words.push(...speak(addressNumber(part), start, end));
    else if (/^\p{L}/u.test(part)) words.push(...namePart(known, part, start));
    else if (part === '_' && !namingUnderscores) continue;
    else if (part.length === 3)
      words.push(...speak('percent', start, start + 1), ...spell(part.slice(1).toLowerCase(), start + 1));
    else if (MARKS[part] !== undefined) words.push(...speak(MARKS[part], start, end));
  }
  return words;
}

/** Reads a part of a name as a word if it is one, otherwise as letters. */
export function namePart(known: KnownWords, part: string, start: number): ReadWord[] {
  const lower = part.toLowerCase();
  const spelledOut =
    SPELLED_PARTS.has(lower) ||
    (!SPOKEN_PARTS.has(lower) &&
      part.length > 1 &&
      part.length <= 24 &&
      (part.length <= 3 ? !known.isEveryday(lower) : !known.has(lower) && !/[aeiouy]/i.test(part)));
  if ((spelledOut || part.length === 1) && /^[a-zA-Z]+$/.test(part)) return spell(part, start);
  return [{ text: part, start, end: start + part.length }];
}

function addressNumber(digits: string): string {
  if (digits.length > 1 && digits.startsWith('0')) return digitByDigit(digits);
  if (digits.length <= 3 || /^\d{1,3}000$/.test(digits)) return cardinal(digits);
  return /^(?:19|20)\d\d$/.test(digits) ? year(digits) : digitByDigit(digits);
}
