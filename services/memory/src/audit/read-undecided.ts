import { isArchived, type Memory } from '../memory/memory.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { BY_RULES, pairDigest } from '../relations/relation.js';
import type { RelationStore } from '../relations/relation-store.js';
import { standingJudgements } from '../relations/standing-judgements.js';
import type { AuditRun } from './audit-run.js';

/** An undecided pair with its memories. */
export interface ShownPair {
  /** Number of the pair in its run, from 1. It never changes. */
  number: number;
  /** The newer memory is first. */
  memories: readonly [Memory, Memory];
  similarity: number;
  why: string;
}

/** Dependencies outside or inside a transaction. */
interface UndecidedDependencies {
  store: Pick<MemoryStore, 'byIds'>;
  relations: Pick<RelationStore, 'among'>;
  clock: () => number;
}

/**
 * Returns the pairs of a run that are still undecided: both memories are active, their contents have not
 * changed since the comparison, and the pair has no judgement by an agent, a person or a model.
 */
export async function readUndecided(
  { store, relations, clock }: UndecidedDependencies,
  { undecided }: Pick<AuditRun, 'undecided'>,
): Promise<ShownPair[]> {
  const memoryIds = new Set(undecided.flatMap(({ memoryIds }) => memoryIds));
  const now = clock();
  const active = new Map(
    (await store.byIds([...memoryIds]))
      .filter((memory) => !isArchived(memory, now))
      .map((memory) => [memory.memoryId, memory] as const),
  );
  const shown = undecided.flatMap(
    ({ memoryIds: [newer, older], digest, similarity, why }, at): ShownPair[] => {
      const [one, other] = [active.get(newer), active.get(older)];
      if (one === undefined || other === undefined || pairDigest(one, other) !== digest) return [];
      return [{ number: at + 1, memories: [one, other], similarity, why }];
    },
  );
  const judged = await standingJudgements(
    relations,
    shown.map(({ memories }) => memories),
  );
  return shown.filter((_, at) => judged[at] === null || judged[at]!.by === BY_RULES);
}
