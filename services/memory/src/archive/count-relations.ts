import type { MemoryStore } from '../memory/memory-store.js';
import { pairKey, type Relation } from '../relations/relation.js';
import type { RelationStore } from '../relations/relation-store.js';
import type { ImportStage, StagedRelation } from './archive-store.js';

const RELATIONS_A_PAGE = 500;

/**
 * Calls `count` for each staged relation, with true if the commit of the stage will store it. A relation is
 * stored if both memories are staged or in the store, the pair has no such relation yet, and a memory that
 * the relation supersedes is staged or recorded as superseded by the same memory.
 */
export async function countRelations(
  { store, relations }: { store: MemoryStore; relations: RelationStore },
  stage: ImportStage,
  count: (isNew: boolean) => void,
): Promise<void> {
  for (let last = 0; ; ) {
    const page = await stage.relations(last, RELATIONS_A_PAGE);
    const memoryIds = [...new Set(page.flatMap(({ relation: { from, to } }) => [from, to]))];
    const here = new Map((await store.byIds(memoryIds)).map((memory) => [memory.memoryId, memory]));
    const taken = new Set((await relations.among(memoryIds)).map(placeOf));
    const comesIn = ({ relation, staged }: StagedRelation) => {
      const { kind, from, to } = relation;
      const known = (staged.from || here.has(from)) && (staged.to || here.has(to));
      const isStored = kind !== 'supersedes' || staged.to || here.get(to)?.supersededBy === from;
      return known && isStored && !taken.has(placeOf(relation));
    };
    for (const each of page) count(comesIn(each));
    if (page.length < RELATIONS_A_PAGE) return;
    last = page.at(-1)!.number;
  }
}

function placeOf({ kind, from, to }: Relation): string {
  return `${kind === 'supersedes'} ${pairKey(from, to)}`;
}
