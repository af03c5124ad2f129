import { areOpposites } from '../lexicon/opposites.js';
import type { Word } from '../meaning/word.js';
import type { Statement } from './read-statement.js';

/** Opposites whose sense depends on what stands around them; their order is judged by itself. */
const RELATIONS =
  /^(?:before|after|over|under|from|to|in|out|into|up|down|by|with|without|more|less|fewer|least|most|minimum|maximum|min|max|first|last)$/;

export interface Opposition {
  readonly a: number;
  readonly b: number;
}

/** Pairs of places: a word only the first has, and its opposite, which only the second has. */
export function oppositions(a: Statement, b: Statement): Opposition[] {
  const found: Opposition[] = [];
  const others = opposable(b, a);
  for (const at of opposable(a, b)) {
    const place = others.find((other) => areOpposites(a.words[at]!, b.words[other]!));
    if (place === undefined) continue;
    found.push({ a: at, b: place });
    others.splice(others.indexOf(place), 1);
  }
  return found;
}

/** Places of plain words that the other statement has not. */
function opposable({ words, taken }: Statement, other: Statement): number[] {
  const places: number[] = [];
  for (const [at, { text, stem, number, isIdentifier }] of words.entries()) {
    if (taken.has(at) || other.keys.has(stem) || number !== null || isIdentifier || RELATIONS.test(text))
      continue;
    if ((text === 'on' || text === 'off') && !isState(words, at)) continue;
    places.push(at);
  }
  return places;
}

/** "is on", "turn off", "off by default"; not "works on it" or "paid off". */
function isState(words: readonly Word[], at: number): boolean {
  const after = words[at + 1]?.text;
  const isLast = after === undefined || /^(?:by|in|for|during|when|unless)$/.test(after);
  return (
    isLast &&
    /^(?:is|are|be|been|was|were|turn|turned|switch|switched|stays?|remains?|keep|kept|it|always|them)$/.test(
      words[at - 1]?.text ?? 'is',
    )
  );
}
