import type { FullStops } from './language.js';

export interface TextRange {
  start: number;
  end: number;
}

/** Maximum length of a sentence; a longer one is cut at a space, so that every later step takes linear time. */
const MAX_SENTENCE = 1000;
/** A line of at least this length was broken by its width, not by its author. */
const WRAPPED_LINE = 60;

export const STOPS = '.!?…';
export const CLOSING_MARKS = `"')]}*_`;
export const OPENING_MARKS = `"'([{*_`;
/** Maximum number of stops in a row, and of closing marks after them. */
export const MAX_STOPS = 20;
export const MAX_CLOSING_MARKS = 6;

/**
 * Yields the sentences of text.slice(from, to) in order, without white space around them. A newline ends a sentence
 * unless the text plainly continues. A full stop does not end one after an abbreviation or an initial, or before a
 * lower-case letter.
 */
export function* sentenceRanges(
  text: string,
  from: number,
  to: number,
  fullStops: FullStops,
): Generator<TextRange> {
  let start = from;
  for (;;) {
    while (start < to && isSpace(text[start]!)) start++;
    if (start >= to) return;
    let end = sentenceEnd(text, start, to, fullStops);
    const next = end;
    while (end > start && isSpace(text[end - 1]!)) end--;
    yield { start, end };
    start = next;
  }
}

function sentenceEnd(text: string, start: number, to: number, fullStops: FullStops): number {
  const limit = Math.min(to, start + MAX_SENTENCE);
  let lineStart = start;
  for (let at = start; at < limit; at++) {
    const character = text[at]!;
    if (character === '\n') {
      if (endsLine(text, lineStart, at, to, fullStops)) return at;
      lineStart = at + 1;
    } else if (STOPS.includes(character)) {
      const marks = skip(text, at + 1, to, STOPS, MAX_STOPS - 1);
      const end = skip(text, marks, to, CLOSING_MARKS, MAX_CLOSING_MARKS);
      if (endsSentence({ text, start, stop: at, marks, end, to }, fullStops)) return end;
      at = marks - 1;
    }
  }
  return limit === to ? to : cutPlace(text, start, limit);
}

/** Returns the index of the first character after `from` that is not one of `characters`. */
function skip(text: string, from: number, to: number, characters: string, max: number): number {
  let end = from;
  while (end < to && end - from < max && characters.includes(text[end]!)) end++;
  return end;
}

/** Returns the last space after a comma in the second half, else the last space, else a place inside the word. */
function cutPlace(text: string, start: number, limit: number): number {
  const middle = start + MAX_SENTENCE / 2;
  for (const marks of [',;:—)', undefined])
    for (let at = limit - 1; at > middle; at--)
      if (isSpace(text[at]!) && (marks === undefined || marks.includes(text[at - 1]!))) return at;
  return betweenCharacters(text, limit);
}

/** Moves a place out of the two halves of a character. */
export function betweenCharacters(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text[at - 1]!) ? at - 1 : at;
}

export function isSpace(character: string): boolean {
  return character === ' ' || character === '\n';
}

/** Whether the newline at `at` ends a sentence. Looks at six characters after the spaces there. */
export function endsLine(
  text: string,
  lineStart: number,
  at: number,
  to: number,
  fullStops: FullStops,
): boolean {
  let next = at + 1;
  while (next < to && text[next] === ' ') next++;
  if (next >= to || text[next] === '\n') return true;
  if (/^(?:[-*+•–—▪◦#>]|\d{1,3}[.)])\s/.test(text.slice(next, next + 6))) return true;
  let last = at - 1;
  while (last > lineStart && text[last] === ' ') last--;
  if (',-–—'.includes(text[last] ?? '')) return false;
  if ('.!?…:;'.includes(text[last] ?? ''))
    return text[last] !== '.' || !fullStops.neverEndsSentence(wordBefore(text, lineStart, last));
  if (/[\p{Ll}]/u.test(text[next]!)) return false;
  return at - lineStart < WRAPPED_LINE;
}

/** Returns up to 12 letters before a full stop. */
export function wordBefore(text: string, start: number, stop: number): string {
  let begin = stop;
  while (begin > start && stop - begin < 12 && /\p{L}/u.test(text[begin - 1]!)) begin--;
  return text.slice(begin, stop);
}

/** A stop in a sentence that starts at `start`. */
export interface Stop {
  readonly text: string;
  readonly start: number;
  /** Index of the first stop. */
  readonly stop: number;
  /** Index after the stops. */
  readonly marks: number;
  /** Index after the quotes and brackets that close there. */
  readonly end: number;
  readonly to: number;
}

export function endsSentence({ text, start, stop, marks, end, to }: Stop, fullStops: FullStops): boolean {
  if (end >= to) return true;
  if (!isSpace(text[end]!)) return false;
  let next = end;
  while (next < to && isSpace(text[next]!)) next++;
  if (next >= to || text.slice(end, next).includes('\n\n')) return true;
  while (next < to && OPENING_MARKS.includes(text[next]!)) next++;
  // "Really?" he asked. A question continues only after quotes; "no! not that" are two sentences, spoken as one.
  if (/\p{Ll}/u.test(text[next] ?? '')) return /^(?:i[A-Z]|e[A-Z])/.test(text.slice(next, next + 2));
  if (text[stop] !== '.' || marks - stop > 1) return true;
  // "1." or "a)" of a list belongs to its item.
  if (/^(?:\d{1,3}|[a-zA-Z])$/.test(text.slice(start, stop))) return false;
  return fullStops.endsSentence(text, stop, next, wordBefore(text, start, stop));
}
