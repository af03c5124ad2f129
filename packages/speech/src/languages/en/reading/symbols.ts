import { isWord, matchAt, type Reading, readAs, speak } from '../../../text/reading.js';
import { isInsideWord, type Line, type Reader, wordBefore } from './line.js';
import data from './symbols.json' with { type: 'json' };
import { rateAt } from './units.js';

const MARK = /[.,;:!?…]+/y;
/** A number and a word that it counts. */
const COUNTED_WORD = /\d[kKMB]?\s\p{L}{2,20}\s?$/u;
const NUMBER_SIGN = /[#№]\s?(?=\d)/y;
const NAMED: Readonly<Record<string, string>> = data;

const silent = (end: number): Reading => ({ end, pieces: [] });
const mark = (written: string, end: number): Reading => ({ end, pieces: [{ mark: written }] });
const word = (spoken: string, at: number): Reading => readAs(spoken, at, at + 1);

/**
 * Reads full stops, commas and similar marks, one of several in a row. In code they are no pauses: "x.y",
 * "a::b".
 */
export const readPunctuation: Reader = ({ text }, at) => {
  const marks = matchAt(MARK, text, at)?.[0];
  if (marks === undefined) return undefined;
  const end = at + marks.length;
  if (isInsideWord(text, at) && /[\p{L}\d]/u.test(text[end] ?? ' ')) {
    // "bad.Spacing" lacks a space.
    if (marks === '.' && !/\p{Ll}\.\p{Lu}\p{Ll}/u.test(text.slice(at - 1, at + 3))) return word('dot', at);
    if (marks === '::') return silent(end);
  }
  return mark(strongest(marks), end);
};

/** Returns the mark with the strongest effect: "?!" is a question, "..." an ellipsis. */
function strongest(marks: string): string {
  if (marks.includes('?')) return '?';
  if (marks.includes('!')) return '!';
  if (/\.\.|…/.test(marks)) return '…';
  return marks.at(-1)!;
}

/** Reads quotes and brackets. */
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

/** Reads he/she, TCP/UDP, 6 / 2. */
export const readSlash: Reader = ({ text, read }, at) => {
  if (text[at] !== '/') return undefined;
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 8);
  if (/\d\s$/.test(before) && /^\s\d/.test(after)) return word('divided by', at);
  // "1/x"
  if (/(?<!\p{L})\d$/u.test(before) && /^\p{L}(?![\p{L}\d])/u.test(after)) return word('over', at);
  // "10 tokens/s", "5 items/page"
  const rate = COUNTED_WORD.test(text.slice(Math.max(0, at - 30), at)) ? rateAt(text, at, true) : undefined;
  if (rate) return { end: rate.end, pieces: speak(rate.spoken, at, rate.end) };
  // Initialisms are spoken in sequence.
  const last = read.at(-1);
  if (isWord(last) && last.letter && /^\p{Lu}{1,5}(?!\p{L})/u.test(after)) return silent(at + 1);
  return /[\p{L}\d)]$/u.test(before) && /^[\p{L}\d(]/u.test(after) ? word('slash', at) : silent(at + 1);
};

/** Reads any other character. Characters without a sound are skipped. */
export const readSymbol: Reader = (line, at) => {
  const { text } = line;
  const character = text[at]!;
  const after = text[at + 1] ?? ' ';
  if (matchAt(NUMBER_SIGN, text, at)) return word('number', at);
  if (character === '#' && /^(?:press|dial|hit|key|the)$/.test(wordBefore(line))) return word('pound', at);
  if (character === '@' && /[\s\p{L}\d]/u.test(after)) return word('at', at);
  if (character === '#' && /\p{L}/u.test(after)) return word('hash', at);
  // Cells of a table are separated by a pause.
  if (character === '|') return mark(',', at + 1);
  const named = NAMED[character];
  return named === undefined ? silent(at + 1) : word(named, at);
};

/** Reads the separator of Settings > Privacy. */
export const readBreadcrumb: Reader = ({ text }, at) =>
  text[at] === '>' && /\p{L}\s$/u.test(text.slice(0, at)) && /^\s\p{Lu}/u.test(text.slice(at + 1))
    ? mark(',', at + 1)
    : undefined;

const MONTH = /^(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)/;

/** A number, a letter or a bracket, as formulas have them next to a minus. */
const TERM_BEFORE = /(?:^|[\s(=+*/−-])(?:\d*\p{L}|\d+(?:\.\d+)?|[^\s]*[)²³])\s?$/u;
const TERM_AFTER = /^\s?(?:\d+(?:\.\d+)?\p{L}?|\p{L}(?:[²³^]\S*)?|\()(?=[\s=+*/)−-]|$)/u;

/** Reads hyphens and dashes: minus, "to", "dash" of an option, a pause, or nothing inside a word. */
export const readDash: Reader = (line, at) => {
  const { text } = line;
  if (!'-–—−'.includes(text[at]!)) return undefined;
  let end = at;
  while (end < text.length && '-–—−'.includes(text[end]!)) end++;
  const spoken = end - at === 1 ? singleDash(line, at) : undefined;
  if (spoken !== undefined) return { end, pieces: spoken === '' ? [] : speak(spoken, at, end) };
  // --flag, -v
  const option =
    line.read.length > 0 &&
    text[at] === '-' &&
    /\s/.test(text[at - 1] ?? 'x') &&
    /^\p{L}/u.test(text.slice(end));
  if (option) return readAs(end - at === 2 ? 'dash dash' : 'dash', at, end);
  return pause(line, end);
};

/** Returns the words of one dash; empty if it is not spoken; undefined if it is a pause. */
function singleDash({ text, read }: Line, at: number): string | undefined {
  const before = text.slice(Math.max(0, at - 20), at);
  const after = text.slice(at + 1, at + 12);
  if (read.length === 0) return undefined;
  // "x - y = 2", "a-b=c"
  if (
    text[at] !== '—' &&
    (text.includes('=') || /[²³]\s?$/.test(before)) &&
    TERM_BEFORE.test(before) &&
    TERM_AFTER.test(after)
  )
    return 'minus';
  // "7 - 3 = 4", "2 - 3 weeks"
  if (/[\d)]\s$/.test(before) && /^\s[\d(]/.test(after)) return /[=+*×÷]/.test(text) ? 'minus' : 'to';
  if (/(?:GMT|UTC)$/.test(before) && /^\d/.test(after)) return 'minus';
  // 5k–10k, 1990s–2000s, 10%–20%, $10M–$12M
  const money = /[$£€]/.test(after) === /[$£€]\S*$/.test(before);
  if (
    text[at] !== '—' &&
    money &&
    /(?:\d[kKMBs]|[%°]|\d\s?\p{L}{1,3})$/u.test(before) &&
    /^[$£€]?\d/.test(after)
  )
    return 'to';
  // the '60s-'80s, 1990s–present
  if (/\d0'?s\s?$/.test(before) && /^\s?(?:'?\d0'?s|(?:present|today|now)\b)/.test(after)) return 'to';
  if (text[at] !== '—' && /\d{4}$/.test(before) && /^(?:present|today|now)\b/i.test(after)) return 'to';
  // 5'-6'
  if (text[at] !== '—' && /\d['"]$/.test(before) && /^\d/.test(after)) return 'to';
  // Jan. 1-Feb. 2, noon–1pm
  if (/\d$/.test(before) && MONTH.test(after)) return 'to';
  if (text[at] === '–' && /\p{L}$/u.test(before) && /^\d/.test(after)) return 'to';
  if (text[at] === '−') return 'minus';
  return text[at] !== '—' && /[\p{L}\d)]$/u.test(before) && /^[\p{L}\d(]/u.test(after) ? '' : undefined;
}

function pause(line: Line, end: number): Reading {
  return { end, pieces: line.read.length > 0 && /\S/.test(line.text.slice(end)) ? [{ mark: '—' }] : [] };
}

const EMOTICON = /(?:[:;=8]['o*-]?[)(\][DPpO/\\|}{@]+|<3+|\^_*\^|-_+-|:'\()(?![\p{L}\d])/uy;
/** Words in angle brackets that are no comparison: <stdio.h>, vector<int>. */
const BRACKETED = /<[\p{L}\d_.:/,@?&=%+-]{1,60}>/uy;
/** Angle brackets directly after a word: Promise<User | null>. */
const GENERIC = /<\p{L}[\p{L}\d_.:/?[\]]{0,30}(?:\s?[|,]\s?[\p{L}\d_.:/?[\]]{1,30}){0,5}>/uy;
const BRACKETED_BEFORE = /<[\p{L}\d_.:/,@?&=%+-]{1,60}$/u;
const GENERIC_BEFORE = /\p{L}<\p{L}[\p{L}\d_.:/?[\]]{0,30}(?:\s?[|,]\s?[\p{L}\d_.:/?[\]]{1,30}){0,5}$/u;
const AMOUNT = /[-+−~]?(?:[$£€¥]\s?)?\.?\d/y;
const RULE = /[=<>]{4,}/y;

/** Skips signs that structure a text: angle brackets of code, quoting, rules, emoticons. */
export const readMarkup: Reader = ({ text }, at) => {
  const before = text[at - 1] ?? ' ';
  const whole = matchAt(RULE, text, at) ?? (/\s/.test(before) ? matchAt(EMOTICON, text, at) : null);
  if (whole) return silent(at + whole[0].length);
  if (text[at] === '=' && /^={2,}$/.test(text.trim())) return silent(at + 1);
  if (
    text[at] === '<' &&
    (matchAt(BRACKETED, text, at) || (/\p{L}/u.test(before) && matchAt(GENERIC, text, at)))
  )
    return silent(at + 1);
  if (text[at] !== '>') return undefined;
  if (/[\s(]/.test(before) && matchAt(AMOUNT, text, at + 1)) return readAs('more than', at, at + 1);
  const line = text.slice(Math.max(0, at - 64), at);
  return BRACKETED_BEFORE.test(line) || GENERIC_BEFORE.test(line) || isQuoting(text, at)
    ? silent(at + 1)
    : undefined;
};

/** Whether the sign quotes a line: "> quoted" and "> > twice". ">50%" is a comparison. */
function isQuoting(text: string, at: number): boolean {
  if (!/(?:^|\n)[ >]{0,20}$/.test(text.slice(Math.max(0, at - 21), at))) return false;
  return text[at + 1] !== '=' && !matchAt(AMOUNT, text, at + 1);
}
