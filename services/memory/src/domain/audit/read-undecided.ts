import type { MemoryStore } from '../../ports/memory-store.js';
import type { RelationStore } from '../../ports/relation-store.js';
import { isArchived, type Memory } from '../memory/memory.js';
import { BY_RULES, pairDigest } from '../relations/relation.js';
import { standingJudgements } from '../relations/standing-judgements.js';
import type { AuditRun } from './audit-run.js';

/** An undecided pair with its texts. */
export interface ShownPair {
  /** From 1, in the list of its run: the same as long as there is the run. */
  number: number;
  /** The newer first. */
  memories: readonly [Memory, Memory];
  similarity: number;
  why: string;
}

/** Outside of a transaction or inside. */
interface UndecidedDependencies {
  store: Pick<MemoryStore, 'byIds'>;
  relations: Pick<RelationStore, 'among'>;
  clock: () => number;
}

/** The undecided pairs of a run that still are: both texts active and as they were compared, and nobody has judged them since. */
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
