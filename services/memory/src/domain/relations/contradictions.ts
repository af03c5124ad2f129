import type { MemoryStore } from '../../ports/memory-store.js';
import type { RelationStore } from '../../ports/relation-store.js';
import { isArchived, type Memory } from '../memory/memory.js';
import { isOlder, stillHolds } from './relation.js';

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

/** Memories that are read beside those of one answer; of more, those that were judged last. */
export const MAX_READ_BESIDE = 1_000;

/**
 * What the memories of one answer contradict: one another, or an active memory beside them. It was judged before: this costs one
 * read, and a second one where something is contradicted from outside of the answer.
 */
export async function findContradictions(
  { relations, store }: { relations: Pick<RelationStore, 'of'>; store: Pick<MemoryStore, 'byIds'> },
  memories: readonly Memory[],
  now: number,
): Promise<Contradictions> {
  if (memories.length === 0) return new Map();
  const told = new Map(memories.map((memory) => [memory.memoryId, memory]));
  const conflicts = await relations.of([...told.keys()], 'conflicts');
  if (conflicts.length === 0) return new Map();
  const outside = conflicts.flatMap(({ from, to }) => [from, to]).filter((memoryId) => !told.has(memoryId));
  const judgedLast = [...new Set(outside.toReversed())].slice(0, MAX_READ_BESIDE);
  const active = (await store.byIds(judgedLast)).filter((memory) => !isArchived(memory, now));
  const known = new Map([...active.map((memory) => [memory.memoryId, memory] as const), ...told]);

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
    .map((other) => ({ memoryId: other.memoryId, newest: isOlder(memory, other) }));
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
