import { isIncomplete } from '../embedding/embed-memory.js';
import { analyseText, visitTerms } from '../search/text/analyse-text.js';
import { splitPassages, type TextRange } from '../text/split-passages.js';

/** The part of a long memory that matches a query: `content.slice(start, end)`, in UTF-16 code units. */
export interface Passage extends TextRange {
  text: string;
}

/**
 * Weight of a cosine against the share of the query's words, from 0 to 1. The cosines of passages of one
 * memory differ by about 0.1.
 */
const COSINE_WEIGHT = 5;

/** Number of characters of one content in which words are searched; see `readable`. */
export const MAX_READ = 250_000;

/** Returns the distinct terms of a query. */
export const queryTerms = (query: string): ReadonlySet<string> => new Set(analyseText(query));

/**
 * Returns the passage of a content that matches the query best, with its surroundings. Rare words of the
 * content weigh more than frequent ones. The time is linear in the length of the content.
 * @param maxRead Words are searched in the nearest passages up to this number of characters.
 * @param cosines The cosines of the query and of the windows of the content, in order.
 */
export function choosePassage(
  content: string,
  terms: ReadonlySet<string>,
  cosines: ArrayLike<number>,
  maxRead = MAX_READ,
): Passage {
  const { passages, withSurroundings } = splitPassages(content);
  const scores = scorePassages(content, passages, terms, cosines, maxRead);
  let best = 0;
  for (let at = 1; at < scores.length; at++) if (scores[at]! > scores[best]!) best = at;
  const { start, end } = withSurroundings(passages[best]!);
  return { text: content.slice(start, end), start, end };
}

/** Scores each passage: the weighted share of the query's words that it contains, and its cosine. */
export function scorePassages(
  content: string,
  passages: readonly TextRange[],
  terms: ReadonlySet<string>,
  cosines: ArrayLike<number>,
  maxRead = MAX_READ,
): Float64Array {
  const similarities = passageCosines(cosines, passages.length);
  const isRead = readable(passages, similarities, cosines.length, maxRead);
  const contained = passages.map(({ start, end }, at) =>
    isRead(at) ? termsIn(content.slice(start, end), terms) : NO_TERMS,
  );
  const found = new Map<string, number>();
  for (const each of contained) for (const term of each) found.set(term, (found.get(term) ?? 0) + 1);
  const weight = (term: string): number => {
    const df = found.get(term)!;
    return Math.log(1 + (passages.length - df + 0.5) / (df + 0.5));
  };
  let total = 0;
  for (const term of found.keys()) total += weight(term);
  return Float64Array.from(passages, (_, at) => {
    let covered = 0;
    for (const term of contained[at]!) covered += weight(term);
    return (total === 0 ? 0 : covered / total) + COSINE_WEIGHT * similarities[at]!;
  });
}

/**
 * Returns the cosine of each passage. A passage without a vector yet (see complete-vectors.ts) has the mean
 * of the others. Memories of earlier versions have windows of equal length, which are not their passages.
 */
function passageCosines(cosines: ArrayLike<number>, passages: number): Float64Array {
  if (cosines.length === 0) return new Float64Array(passages);
  const mean = Array.from(cosines).reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const known = isIncomplete(passages, cosines.length) ? passages : cosines.length;
  return new Float64Array(passages).map((_, at) => cosines[Math.floor((at * known) / passages)] ?? mean);
}

const NO_TERMS: ReadonlySet<string> = new Set();

/**
 * Chooses the passages whose words are searched: all of a usual content. Of a longer one those without a
 * vector, then the nearest ones.
 */
function readable(
  passages: readonly TextRange[],
  similarities: Float64Array,
  vectors: number,
  maxRead: number,
): (at: number) => boolean {
  if (passages.at(-1)!.end <= maxRead) return () => true;
  const known = isIncomplete(passages.length, vectors) ? vectors : passages.length;
  const order = [...passages.keys()].sort(
    (a, b) => Number(a < known) - Number(b < known) || similarities[b]! - similarities[a]!,
  );
  let read = 0;
  const chosen = new Set<number>();
  for (const at of order) {
    read += passages[at]!.end - passages[at]!.start;
    if (read > maxRead) break;
    chosen.add(at);
  }
  return (at) => chosen.has(at);
}

function termsIn(text: string, terms: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  if (terms.size > 0)
    visitTerms(text, (term) => {
      if (terms.has(term)) found.add(term);
    });
  return found;
}
