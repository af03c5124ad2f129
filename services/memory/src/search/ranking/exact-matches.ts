import type { SignalSource } from '../signals.js';
import type { ParsedQuestion } from './parse-question.js';

const PRESENCE = { k1: 0.9, b: 0.4, field: 'all' } as const;
const MAX_EXACT = 8;

/**
 * Returns how many of the query's identifiers and quoted phrases each row contains, or null if the query has
 * none. A phrase counts if the row contains all of its words: the index has no word positions.
 */
export function exactMatches(
  { identifiers, phrases }: ParsedQuestion,
  source: SignalSource,
  rows: Uint32Array,
): Float32Array | null {
  const sought = [...identifiers.map((term) => [term]), ...phrases.filter(({ length }) => length > 0)];
  if (sought.length === 0 || rows.length === 0) return null;
  const held = new Float32Array(rows.length);
  for (const terms of sought.slice(0, MAX_EXACT)) {
    let at: Uint32Array | null = null;
    for (const term of new Set(terms)) at = holding(term, source, rows, at);
    if (at !== null) for (const position of at) held[position]!++;
  }
  return held;
}

/** Returns the positions in `rows`, or in `among`, whose memory contains the term. */
function holding(
  term: string,
  source: SignalSource,
  rows: Uint32Array,
  among: Uint32Array | null,
): Uint32Array {
  const sought = among === null ? rows : among.map((position) => rows[position]!);
  const found = source.keyword([term], sought, PRESENCE);
  const positions: number[] = [];
  for (let at = 0; at < found.length; at++)
    if (found[at]! > 0) positions.push(among === null ? at : among[at]!);
  return Uint32Array.from(positions);
}
