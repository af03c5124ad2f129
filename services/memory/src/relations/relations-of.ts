import { AppError } from '@anima/service/errors';
import type { Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { MAX_RELATIONS, otherSide, type Relation, stillHolds } from './relation.js';

/** A relation from the perspective of one of its two memories. */
export interface RelationSeen {
  relation: Relation;
  direction: 'from' | 'to';
  other: Memory;
  /** False if a judged content has changed since: see `stillHolds`. */
  holds: boolean;
}

/** Lists the relations of a memory, archived or active, oldest first. Rejects with `memory_not_found`. */
export async function relationsOf(deps: MemoryDependencies, memoryId: string): Promise<RelationSeen[]> {
  const memory = await deps.store.byId(memoryId);
  if (memory === null) throw new AppError('memory_not_found', 'No memory has this memory_id');
  const relations = (await deps.relations.of([memoryId])).slice(-MAX_RELATIONS);
  const others = await deps.store.byIds(relations.map((relation) => otherSide(relation, memoryId)));
  const read = new Map(others.map((other) => [other.memoryId, other]));
  return relations.flatMap((relation) => {
    const other = read.get(otherSide(relation, memoryId));
    if (other === undefined) return [];
    const direction = relation.from === memoryId ? 'from' : 'to';
    return [{ relation, direction, other, holds: stillHolds(relation, memory, other) }];
  });
}
