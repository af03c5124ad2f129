import { ABBREVIATIONS, SENTENCE_OPENERS } from '../languages/en/abbreviations.js';

export interface TextRange {
  start: number;
  end: number;
}

/**
 * A longer sentence is cut at a space: it bounds what is held, and makes every later step linear in the length of the
 * text. Nobody says a sentence of 1,000 characters in one breath.
 */
const LONGEST_SENTENCE = 1000;
/** A line at least this long was broken by its width, not by its author. */
const WRAPPED_LINE = 60;

/**
 * Sentences of text.slice(from, to), in order, without white space around them. A newline ends one unless the text plainly
 * goes on; a full stop does not behind an abbreviation, an initial, or before a lower-case letter.
 */
export function* sentenceRanges(text: string, from: number, to: number): Generator<TextRange> {
  let start = from;
  for (;;) {
    while (start < to && isSpace(text[start]!)) start++;
    if (start >= to) return;
    let end = sentenceEnd(text, start, to);
    const next = end;
    while (end > start && isSpace(text[end - 1]!)) end--;
    yield { start, end };
    start = next;
  }
}

function sentenceEnd(text: string, start: number, to: number): number {
  const limit = Math.min(to, start + LONGEST_SENTENCE);
  let lineStart = start;
  for (let at = start; at < limit; at++) {
    const character = text[at]!;
    if (character === '\n') {
      if (endsLine(text, lineStart, at, to)) return at;
      lineStart = at + 1;
    } else if (character === '.' || character === '!' || character === '?' || character === '…') {
      let end = at + 1;
      while (end < to && '.!?…'.includes(text[end]!) && end - at < 20) end++;
      const marks = end;
      while (end < to && `"')]}*_`.includes(text[end]!) && end - marks < 6) end++;
      if (endsSentence(text, start, at, marks, end, to)) return end;
      at = marks - 1;
    }
  }
  return limit === to ? to : cutPlace(text, start, limit);
}

/** Behind the last comma or the like in the second half, else the last space, else inside the word. */
function cutPlace(text: string, start: number, limit: number): number {
  const middle = start + LONGEST_SENTENCE / 2;
  for (let at = limit - 1; at > middle; at--)
    if (isSpace(text[at]!) && ',;:—)'.includes(text[at - 1]!)) return at;
  for (let at = limit - 1; at > middle; at--) if (isSpace(text[at]!)) return at;
  // Not between the two halves of one character.
  return /[\ud800-\udbff]/.test(text[limit - 1]!) ? limit - 1 : limit;
}

export function isSpace(character: string): boolean {
  return character === ' ' || character === '\n';
}

/** Whether a sentence ends with the newline at `at`. Looks at six characters behind the spaces there. */
export function endsLine(text: string, lineStart: number, at: number, to: number): boolean {
  let next = at + 1;
  while (next < to && text[next] === ' ') next++;
  if (next >= to || text[next] === '\n') return true;
  if (/^(?:[-*+•–—▪◦#>]|\d{1,3}[.)])\s/.test(text.slice(next, next + 6))) return true;
  let last = at - 1;
  while (last > lineStart && text[last] === ' ') last--;
  if (',-–—'.includes(text[last] ?? '')) return false;
  if ('.!?…:;'.includes(text[last] ?? ''))
    return text[last] !== '.' || !abbreviationBefore(text, lineStart, last);
  if (/[\p{Ll}]/u.test(text[next]!)) return false;
  return at - lineStart < WRAPPED_LINE;
}

function abbreviationBefore(text: string, start: number, stop: number): boolean {
  return ABBREVIATIONS.get(wordBefore(text, start, stop))?.ends === 'never';
}

function wordBefore(text: string, start: number, stop: number): string {
  let begin = stop;
  while (begin > start && stop - begin < 12 && /\p{L}/u.test(text[begin - 1]!)) begin--;
  return text.slice(begin, stop);
}

/** Whether what follows a full stop decides as a word what it means, of up to NEXT_WORD characters; else its first two letters do. */
export function asksNextWord(text: string, start: number, stop: number): boolean {
  const word = wordBefore(text, start, stop);
  return /^\p{L}$/u.test(word) || ABBREVIATIONS.has(word) || word === 'Dr' || word === 'St';
}

export const NEXT_WORD = 12;
/** A Roman numeral, and not the pronoun: "Vol. IV", "Ch. I:". */
const ROMAN = /^(?:[IVXLC]{2,8}|[VXL]|I(?=[:,;)–-]| (?:and|to|or|&) [IVX]))(?![\p{L}'])/u;

/** `stop` is the first of the marks, `marks` the index behind them, `end` the index behind the quotes that close there. */
export function endsSentence(
  text: string,
  start: number,
  stop: number,
  marks: number,
  end: number,
  to: number,
): boolean {
  if (end >= to) return true;
  if (!isSpace(text[end]!)) return false;
  let next = end;
  while (next < to && isSpace(text[next]!)) next++;
  if (next >= to || text.slice(end, next).includes('\n\n')) return true;
  while (next < to && `"'([{*_`.includes(text[next]!)) next++;
  const following = text[next] ?? '';
  // "Really?" he asked. A question goes on only behind quotes; "no! not that" is two cries, said as one is fine.
  if (/\p{Ll}/u.test(following)) return /^(?:i[A-Z]|e[A-Z])/.test(text.slice(next, next + 2));
  if (text[stop] !== '.' || marks - stop > 1) return true;
  // A list's "1." or "a)" belongs to its item.
  if (/^(?:\d{1,3}|[a-zA-Z])$/.test(text.slice(start, stop))) return false;

  const word = wordBefore(text, start, stop);
  const before = text[stop - word.length - 1] ?? ' ';
  const opener =
    SENTENCE_OPENERS.has(/^\p{L}+/u.exec(text.slice(next, next + NEXT_WORD))?.[0] ?? '') &&
    !/^\p{L}\./u.test(text.slice(next, next + 2));
  const number = /[\d#]/.test(following);
  if (word === 'Dr' || word === 'St') return opener;
  // "U.S.", "a.m.", "J. Smith": one letter before the stop.
  if (/^\p{L}$/u.test(word)) {
    if (before === '.')
      return (
        opener ||
        (/^[aApP]\.[mM]$/.test(text.slice(stop - 3, stop)) &&
          /^\p{Lu}\p{Ll}/u.test(text.slice(next, next + 2)))
      );
    if (word === 'I') return true;
    if (/\p{Lu}/u.test(word)) return opener;
    return !number;
  }
  const abbreviation = ABBREVIATIONS.get(word);
  if (abbreviation === undefined) return true;
  if (abbreviation.onlyBeforeNumber) return !number && !ROMAN.test(text.slice(next, next + NEXT_WORD));
  if (abbreviation.ends === 'never') return false;
  return opener || (!number && /\p{Lu}/u.test(following) && word === 'etc');
}
