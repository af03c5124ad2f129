import type { MemoryDependencies } from '../dependencies.js';
import { isArchived, type Memory } from '../memory/memory.js';
import { otherSide, type Relation, saidBefore, stillHolds } from './relation.js';

/** Another memory that cannot hold together with this one. */
export interface Contradiction {
  memoryId: string;
  /** It was said later than this one. */
  newest: boolean;
}

/** By memoryId; nothing of those that contradict nothing. */
export type Contradictions = ReadonlyMap<string, readonly Contradiction[]>;

/** Of one memory; those that were said last. */
const MAX_CONTRADICTIONS = 16;

/**
 * What the memories of one answer contradict: one another, or an active memory beside them. It was judged before: this costs one
 * read, and a second one where something is contradicted from outside of the answer.
 */
export async function findContradictions(
  { relations, store }: Pick<MemoryDependencies, 'relations' | 'store'>,
  memories: readonly Memory[],
  now: number,
): Promise<Contradictions> {
  if (memories.length === 0) return new Map();
  const told = new Map(memories.map((memory) => [memory.memoryId, memory]));
  const conflicts = await relations.of([...told.keys()], 'conflicts');
  if (conflicts.length === 0) return new Map();
  const outside = conflicts.flatMap(({ from, to }) => [from, to]).filter((memoryId) => !told.has(memoryId));
  const read = await store.byIds([...new Set(outside)]);
  const others = new Map(
    read.filter((other) => !isArchived(other, now)).map((each) => [each.memoryId, each]),
  );

  function otherOf(conflict: Relation, memory: Memory): Memory | null {
    const memoryId = otherSide(conflict, memory.memoryId);
    const other = told.get(memoryId) ?? others.get(memoryId);
    return other !== undefined && stillHolds(conflict, memory, other) ? other : null;
  }

  const found = new Map<string, Memory[]>();
  for (const conflict of conflicts) {
    for (const side of [conflict.from, conflict.to]) {
      const memory = told.get(side);
      const other = memory && otherOf(conflict, memory);
      if (other) found.set(side, [...(found.get(side) ?? []), other]);
    }
  }
  return new Map(
    Array.from(found, ([memoryId, contradicted]) => {
      const lastFirst = contradicted.sort((a, b) => (saidBefore(a, b) ? 1 : -1)).slice(0, MAX_CONTRADICTIONS);
      const memory = told.get(memoryId)!;
      return [
        memoryId,
        lastFirst.map((other) => ({ memoryId: other.memoryId, newest: saidBefore(memory, other) })),
      ];
    }),
  );
}

/** How many of them are worth a reader's time. */
const MAX_DESCRIBED = 3;

/** In a few words, for those who read texts; empty where there is none. */
export function describeContradictions(contradicts: readonly Contradiction[] = []): string {
  const described = contradicts
    .slice(0, MAX_DESCRIBED)
    .map(({ memoryId, newest }) => `${memoryId}, which is ${newest ? 'newer' : 'older'}`);
  return described.length === 0 ? '' : `contradicts ${described.join(', and ')}`;
}
