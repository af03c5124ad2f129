import type { SignalSource } from '../signals.js';
import type { ParsedQuestion } from './parse-question.js';

const PRESENCE = { k1: 0.9, b: 0.4, field: 'all' } as const;
const MAX_ASKED = 8;

/**
 * The share of the question's identifiers and quoted phrases that each row holds, or null if it has none. A phrase
 * counts as held when all of its words are there: the index keeps no word positions.
 */
export function exactMatches(
  { identifiers, phrases }: ParsedQuestion,
  source: SignalSource,
  rows: Uint32Array,
): Float32Array | null {
  const asked = [...identifiers.map((term) => [term]), ...phrases.filter(({ length }) => length > 0)];
  if (asked.length === 0 || rows.length === 0) return null;
  const held = new Float32Array(rows.length);
  const considered = asked.slice(0, MAX_ASKED);
  for (const terms of considered) {
    let at = Uint32Array.from(rows.keys());
    for (const term of new Set(terms)) {
      const found = source.keyword(
        [term],
        at.map((position) => rows[position]!),
        PRESENCE,
      );
      at = at.filter((_, index) => found[index]! > 0);
      if (at.length === 0) break;
    }
    for (const position of at) held[position]! += 1 / considered.length;
  }
  return held;
}
