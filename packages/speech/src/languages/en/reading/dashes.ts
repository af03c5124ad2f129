import { type Line, type Reader, type Reading, say } from '../../../text/reading.js';

const MONTH = /^(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)/;

/** A number, a letter or a bracket, as formulas have them beside a minus. */
const TERM_BEFORE = /(?:^|[\s(=+*/−-])(?:\d*\p{L}|\d+(?:\.\d+)?|[^\s]*[)²³])\s?$/u;
const TERM_AFTER = /^\s?(?:\d+(?:\.\d+)?\p{L}?|\p{L}(?:[²³^]\S*)?|\()(?=[\s=+*/)−-]|$)/u;

/** Hyphens and dashes: minus, "to", "dash" of an option, a pause, or nothing inside of a word. */
export const readDash: Reader = (line, at) => {
  const { text } = line;
  if (!'-–—−'.includes(text[at]!)) return undefined;
  let end = at;
  while (end < text.length && '-–—−'.includes(text[end]!)) end++;
  const spoken = end - at === 1 ? singleDash(line, at) : undefined;
  if (spoken !== undefined) return { end, pieces: spoken === '' ? [] : say(spoken, at, end) };
  // --flag, -v
  const option =
    line.read.length > 0 &&
    text[at] === '-' &&
    /\s/.test(text[at - 1] ?? 'x') &&
    /^\p{L}/u.test(text.slice(end));
  if (option) return { end, pieces: say(end - at === 2 ? 'dash dash' : 'dash', at, end) };
  return pause(line, end);
};

/** What one dash says between what stands beside it; empty: nothing. */
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
