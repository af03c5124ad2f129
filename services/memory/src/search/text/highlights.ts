import { analyseText, visitTerms } from './analyse-text.js';

/** A fragment of a content with the words that match the query. */
export interface Highlight {
  text: string;
  /** Character ranges [start, end) within `text`, ascending, without overlap. */
  ranges: readonly (readonly [start: number, end: number])[];
}

type Range = readonly [start: number, end: number];

const MAX_FRAGMENTS = 3;
const FRAGMENT_LENGTH = 160;
/** In characters. Longer contents are searched only up to this limit. */
const MAX_CONTENT = 100_000;

/**
 * Returns a function that creates at most three fragments of about 160 characters around the words whose
 * stems are in the query. The fragment with the most different query terms comes first. There are no
 * fragments if no word matches, and one if the content is short. The query, which can be the longer text, is
 * analysed once.
 */
export function createHighlighter(query: string): (content: string) => Highlight[] {
  const wanted = new Set(analyseText(query));
  return (content) => (wanted.size === 0 ? [] : highlight(content, wanted));
}

function highlight(content: string, wanted: ReadonlySet<string>): Highlight[] {
  const matches: { term: string; start: number; end: number }[] = [];
  visitTerms(content.slice(0, MAX_CONTENT), (term, start, end) => {
    if (wanted.has(term)) matches.push({ term, start, end });
  });
  const free = matches.sort((a, b) => a.start - b.start || b.end - a.end);
  const fragments: Highlight[] = [];
  const taken: Range[] = [];
  while (fragments.length < MAX_FRAGMENTS) {
    const open = free.filter(({ start, end }) => taken.every(([from, to]) => end <= from || start >= to));
    const window = richestWindow(open);
    if (window === null) break;
    const [from, to] = fragmentAround(content, window, taken);
    taken.push([from, to]);
    const inside = open.filter(({ start, end }) => start >= from && end <= to);
    fragments.push({
      text: content.slice(from, to),
      ranges: apart(inside.map(({ start, end }) => [start - from, end - from])),
    });
  }
  return fragments;
}

/** Returns the range of at most a fragment's length that contains the most different terms. */
function richestWindow(matches: readonly { term: string; start: number; end: number }[]): Range | null {
  let best: Range | null = null;
  let most = 0;
  for (const [first, { start }] of matches.entries()) {
    const terms = new Set<string>();
    let last = start;
    for (let at = first; at < matches.length; at++) {
      const match = matches[at]!;
      if (at > first && match.end - start > FRAGMENT_LENGTH) break;
      terms.add(match.term);
      last = Math.max(last, match.end);
    }
    if (terms.size > most) {
      most = terms.size;
      best = [start, last];
    }
  }
  return best;
}

/** Extends the range to a fragment's length, between spaces and outside the ranges in `taken`. */
function fragmentAround(content: string, [start, end]: Range, taken: readonly Range[]): Range {
  const lowest = taken.reduce((bound, [, to]) => (to <= start ? Math.max(bound, to) : bound), 0);
  const highest = taken.reduce(
    (bound, [from]) => (from >= end ? Math.min(bound, from) : bound),
    content.length,
  );
  const spare = Math.max(0, FRAGMENT_LENGTH - (end - start));
  let from = Math.max(lowest, start - Math.floor(spare / 2));
  const to = Math.min(highest, from + Math.max(FRAGMENT_LENGTH, end - start));
  from = Math.max(lowest, Math.min(from, to - FRAGMENT_LENGTH));
  return [nextBreak(content, from, start, lowest), lastBreak(content, to, end, highest)];
}

/** Returns the position after the first space from here on, but not beyond the match. */
function nextBreak(content: string, from: number, limit: number, lowest: number): number {
  if (from === lowest) return skipSpaces(content, from, limit);
  for (let at = from; at < limit; at++) if (isSpace(content, at)) return skipSpaces(content, at, limit);
  return safeCut(content, from);
}

/** Returns the position of the last space up to here, but not inside the match. */
function lastBreak(content: string, to: number, limit: number, highest: number): number {
  if (to === highest) return to;
  for (let at = to; at > limit; at--) if (isSpace(content, at)) return at;
  return safeCut(content, to);
}

function skipSpaces(content: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && isSpace(content, at)) at++;
  return at;
}

function isSpace(content: string, at: number): boolean {
  return content.charCodeAt(at) <= 32;
}

/** Does not split a surrogate pair. */
function safeCut(content: string, at: number): number {
  const code = content.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** Sorts the ranges and joins overlapping ones (an identifier and its parts, bigrams). */
function apart(ranges: readonly Range[]): Range[] {
  const joined: [number, number][] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
