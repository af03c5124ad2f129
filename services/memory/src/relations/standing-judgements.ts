import { setImmediate } from 'node:timers/promises';
import type { Memory } from '../memory/memory.js';
import { pairKey, type Relation, stillHolds } from './relation.js';
import type { RelationStore } from './relation-store.js';

/** Number of pairs in each read, which takes a few milliseconds. */
const PAIRS_AT_ONCE = 500;

type Text = Pick<Memory, 'memoryId' | 'content'>;

/**
 * Returns for each pair the judgement that is valid for the current contents, or null if the pair can still
 * be judged.
 */
export async function standingJudgements(
  relations: Pick<RelationStore, 'among'>,
  pairs: readonly (readonly [Text, Text])[],
): Promise<(Relation | null)[]> {
  const standing: (Relation | null)[] = [];
  for (let start = 0; start < pairs.length; start += PAIRS_AT_ONCE) {
    if (start > 0) await setImmediate();
    const some = pairs.slice(start, start + PAIRS_AT_ONCE);
    const memoryIds = new Set(some.flat().map(({ memoryId }) => memoryId));
    const found = await relations.among([...memoryIds]);
    const judgements = new Map(
      found.filter(({ kind }) => kind !== 'supersedes').map((each) => [pairKey(each.from, each.to), each]),
    );
    for (const [one, other] of some) {
      const judgement = judgements.get(pairKey(one.memoryId, other.memoryId));
      standing.push(judgement !== undefined && stillHolds(judgement, one, other) ? judgement : null);
    }
  }
  return standing;
}
