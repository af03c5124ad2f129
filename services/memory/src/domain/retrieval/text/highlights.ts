import { analyseText, visitTerms } from './analyse-text.js';

/** One piece of a content with the words that match the query. */
export interface Highlight {
  text: string;
  /** Character ranges [start, end) within `text`, ascending, apart from each other. */
  ranges: readonly (readonly [start: number, end: number])[];
}

type Range = readonly [start: number, end: number];

const MAX_FRAGMENTS = 3;
const FRAGMENT_LENGTH = 160;
/** Longer contents are searched to here: a fragment is for a reader, not a proof. */
const MAX_CONTENT = 100_000;

/**
 * Of each content at most three fragments of about 160 characters around the words whose stems the query has, the one with most
 * different query terms first, and none if no word matches. A content that is short enough is one fragment. The query, which may
 * be the longer text, is read once.
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

/** From the first to the last match of the stretch of a fragment's length that holds most different terms. */
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

/** The stretch filled up on both sides to a fragment's length, between spaces, outside what is taken. */
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

/** Behind the first space from here on, but not past the match. */
function nextBreak(content: string, from: number, limit: number, lowest: number): number {
  if (from === lowest) return skipSpaces(content, from, limit);
  for (let at = from; at < limit; at++) if (isSpace(content, at)) return skipSpaces(content, at, limit);
  return safeCut(content, from);
}

/** Before the last space up to here, but not inside the match. */
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

/** Not between the two halves of a character outside the basic plane. */
function safeCut(content: string, at: number): number {
  const code = content.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** Sorted, overlapping ones joined (an identifier and its parts, bigrams). */
function apart(ranges: readonly Range[]): Range[] {
  const joined: [number, number][] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
