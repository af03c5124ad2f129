import { isArchived, type Memory } from '../memory/memory.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { isOlder, stillHolds } from './relation.js';
import type { RelationStore } from './relation-store.js';

/** A memory that contradicts the given memory. */
export interface Contradiction {
  memoryId: string;
  /** True if the other memory is newer: see `isOlder`. */
  newest: boolean;
  memory: Memory;
}

/** Contradictions by memory_id. Memories without contradictions have no entry. */
export type Contradictions = ReadonlyMap<string, readonly Contradiction[]>;

/** Maximum number of contradictions for each memory; the newest are chosen. */
const MAX_CONTRADICTIONS = 16;

/**
 * Maximum number of memories outside of the results that are read for one response. If there are more, those
 * with the latest judgements are chosen.
 */
export const MAX_READ_AFTER = 1_000;

/**
 * Returns the stored contradictions between the results of one response, and between a result and an active
 * memory outside of the results. This function judges no pairs. The cost is one read of the relations, and a
 * second read of memories if there are conflicts.
 */
export async function findContradictions(
  { relations, store }: { relations: Pick<RelationStore, 'of'>; store: Pick<MemoryStore, 'byIds'> },
  memories: readonly Memory[],
  now: number,
): Promise<Contradictions> {
  if (memories.length === 0) return new Map();
  const byId = new Map(memories.map((memory) => [memory.memoryId, memory]));
  const conflicts = await relations.of([...byId.keys()], 'conflicts');
  if (conflicts.length === 0) return new Map();
  const outside = conflicts.flatMap(({ from, to }) => [from, to]).filter((memoryId) => !byId.has(memoryId));
  const judgedLast = [...new Set(outside.toReversed())].slice(0, MAX_READ_AFTER);
  const active = (await store.byIds(judgedLast)).filter((memory) => !isArchived(memory, now));
  const known = new Map([...active.map((memory) => [memory.memoryId, memory] as const), ...byId]);

  const found = new Map<string, Memory[]>();
  for (const conflict of conflicts) {
    const [one, other] = [known.get(conflict.from), known.get(conflict.to)];
    if (one === undefined || other === undefined || !stillHolds(conflict, one, other)) continue;
    found.set(one.memoryId, [...(found.get(one.memoryId) ?? []), other]);
    found.set(other.memoryId, [...(found.get(other.memoryId) ?? []), one]);
  }
  return new Map(
    memories.flatMap((memory) => {
      const others = found.get(memory.memoryId);
      return others === undefined ? [] : [[memory.memoryId, describeOthers(memory, others)]];
    }),
  );
}

function describeOthers(memory: Memory, others: readonly Memory[]): Contradiction[] {
  return others
    .toSorted((a, b) => (isOlder(a, b) ? 1 : -1))
    .slice(0, MAX_CONTRADICTIONS)
    .map((other) => ({ memoryId: other.memoryId, newest: isOlder(memory, other), memory: other }));
}

/** Maximum number of contradictions in a description. */
const MAX_DESCRIBED = 3;

/** Describes contradictions in a short phrase for text output. Returns an empty string for an empty list. */
export function describeContradictions(contradicts: readonly Contradiction[] = []): string {
  const described = contradicts
    .slice(0, MAX_DESCRIBED)
    .map(({ memoryId, newest }) => `${memoryId}, which is ${newest ? 'newer' : 'older'}`);
  return described.length === 0 ? '' : `contradicts ${described.join(', and ')}`;
}
