import { areAntonyms } from '../meaning/lists/antonyms.js';
import type { Word } from '../meaning/word.js';
import type { Statement } from './read-statement.js';

/** Opposites of decisions beyond the general antonyms. */
const MORE_PAIRS: ReadonlySet<string> = pairs(`
  enough/insufficient required/optional mandatory/optional required/unnecessary stay/removed forever/removed
  kept/removed keep/delete automatic/manual automatically/manually allowed/forbidden tolerated/forbidden
  fine/forbidden strict/lenient strict/loose shared/separate together/separately inline/separate newest/oldest
  synchronous/asynchronously sync/async parallel/sequential parallel/sequentially open/closed
  centralised/decentralised local/remote online/offline mutable/immutable blocking/non-blocking eager/lazy
  eagerly/lazily stateful/stateless kept/deleted ignored/rejected ignores/rejects include/omit included/omitted
  includes/omits verbose/concise opt-in/opt-out full/partial permanent/temporary hidden/shown hide/show hides/shows
  visible/hidden plain/encrypted encrypted/unencrypted fast/slow everyone/nobody always/never
`);
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
    const place = others.find((other) => areOpposite(a.words[at]!, b.words[other]!));
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

function areOpposite(a: Word, b: Word): boolean {
  return areAntonyms(a.text, a.stem, b.text, b.stem) || MORE_PAIRS.has(`${a.text}/${b.text}`);
}

function pairs(list: string): ReadonlySet<string> {
  const both = new Set<string>();
  for (const pair of list.trim().split(/\s+/)) {
    const [a, b] = pair.split('/') as [string, string];
    both.add(`${a}/${b}`).add(`${b}/${a}`);
  }
  return both;
}
