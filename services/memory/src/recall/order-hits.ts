import type { Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { type Contradictions, findContradictions } from '../relations/contradictions.js';
import type { RankedMemory } from '../search/memory-search.js';
import type { DatePhrase } from '../search/ranking/date-phrases.js';
import { findUpdates } from './find-updates.js';
import { newerFirst } from './newer-first.js';

/** Number of best hits that are ordered by their relations. Later hits keep the order of the ranking. */
export const MAX_ORDERED = 200;
/** Maximum length of a chain of replacements that is followed beyond the hits. */
const MAX_STEPS = 8;

export interface OrderedHits {
  /** The hits in order, with newer memories from outside of them. */
  ranked: RankedMemory[];
  /** The memories of `ranked`, by key. */
  memories: ReadonlyMap<number, Memory>;
  contradictions: Contradictions;
}

/**
 * Orders hits so that a replaced or contradicted memory never precedes the newer one. A newer memory that is not among
 * the hits takes the place before the older one, if it passes the filter. The texts of the best hits without a
 * relation are compared.
 * @param rankKeys Returns the memories with these keys that pass the filter.
 */
export async function orderHits(
  deps: Pick<MemoryDependencies, 'store' | 'relations' | 'search' | 'calibration' | 'clock'>,
  hits: readonly RankedMemory[],
  rankKeys: (keys: readonly number[]) => Promise<readonly RankedMemory[]>,
  query: { text: string; dates: readonly DatePhrase[] },
): Promise<OrderedHits> {
  const now = deps.clock();
  const read = await deps.store.byKeys(hits.map(({ key }) => key));
  const known = new Map(read.map((memory) => [memory.memoryId, memory]));
  const newerIds = new Map<string, string[]>();
  let contradictions: Contradictions = new Map();
  for (let [step, fresh] = [0, read]; fresh.length > 0 && step < MAX_STEPS; step++) {
    contradictions = new Map([...contradictions, ...(await findContradictions(deps, fresh, now))]);
    const missing = fresh.flatMap(({ supersededBy: id }) => (id === null || known.has(id) ? [] : [id]));
    const superseding = missing.length === 0 ? [] : await deps.store.byIds([...new Set(missing)]);
    const found = new Map(superseding.map((memory) => [memory.memoryId, memory]));
    for (const memory of fresh) {
      const newer = (contradictions.get(memory.memoryId) ?? [])
        .filter(({ newest, memory: other }) => newest && other.supersededBy !== memory.memoryId)
        .map(({ memory: other }) => other);
      for (const other of newer) if (!known.has(other.memoryId)) found.set(other.memoryId, other);
      const by = memory.supersededBy === null ? [] : [memory.supersededBy];
      newerIds.set(memory.memoryId, [...new Set([...by, ...newer.map(({ memoryId }) => memoryId)])]);
    }
    for (const memory of found.values()) known.set(memory.memoryId, memory);
    fresh = [...found.values()];
  }

  const memories = new Map([...known.values()].map((memory) => [memory.key, memory]));
  const rankedOf = new Map(hits.map((hit) => [hit.key, hit]));
  const outside = [...memories.keys()].filter((key) => !rankedOf.has(key));
  if (outside.length > 0) for (const hit of await rankKeys(outside)) rankedOf.set(hit.key, hit);
  const updates = await findUpdates(
    deps,
    query,
    read.map((memory) => ({ memory, semantic: rankedOf.get(memory.key)!.parts.semantic })),
  );
  const ordered = newerFirst(
    read.map(({ key }) => key),
    (key) => [
      ...newerIds.get(memories.get(key)!.memoryId)!.flatMap((memoryId) => {
        const other = known.get(memoryId);
        return other !== undefined && rankedOf.has(other.key) ? [other.key] : [];
      }),
      ...(updates.get(key) ?? []),
    ],
  );
  return { ranked: withFallingScores(ordered.map((key) => rankedOf.get(key)!)), memories, contradictions };
}

/** A hit that moved up gets at least the score of the hit that follows it. */
function withFallingScores(ranked: readonly RankedMemory[]): RankedMemory[] {
  let least = 0;
  return ranked
    .toReversed()
    .map((hit) => {
      least = Math.max(least, hit.score);
      return hit.score === least ? hit : { ...hit, score: least };
    })
    .reverse();
}
