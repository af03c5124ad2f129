import type { Transaction } from '../storage/transaction.js';
import { BY_RULES, type Judgement, pairKey, type Relation } from './relation.js';

/**
 * Maximum number of judgements for each memory. Beyond it, the oldest are deleted, `distinct` judgements
 * first: such a pair is only judged again.
 */
export const MAX_JUDGEMENTS = 256;

/**
 * Stores judgements and records an event for each, with the kind of the judgement that it replaced. A
 * judgement of the rules replaces only judgements of the rules.
 */
export async function keepJudgements(tx: Transaction, given: readonly Judgement[]): Promise<void> {
  const judgements = await withoutOverruled(tx, given);
  if (judgements.length === 0) return;
  const replaced = await tx.relations.put(judgements);
  const before = new Map(replaced.map(({ from, to, kind }) => [pairKey(from, to), kind]));
  for (const { kind, from, to, by, confidence } of judgements) {
    const was = before.get(pairKey(from, to)) ?? null;
    tx.record('memory.judged', { memory_ids: [from, to], kind, by, confidence, before: was });
  }
  await dropOldest(
    tx,
    judgements.flatMap(({ from, to }) => [from, to]),
  );
}

/**
 * Removes judgements of the rules if an agent, a person or a model has judged the same pair with the same
 * texts.
 */
async function withoutOverruled(
  tx: Transaction,
  judgements: readonly Judgement[],
): Promise<readonly Judgement[]> {
  const byRules = judgements.filter(({ by }) => by === BY_RULES);
  if (byRules.length === 0) return judgements;
  const overruling = new Map(
    (await tx.relations.of([...new Set(byRules.map(({ from }) => from))]))
      .filter(({ kind, by }) => kind !== 'supersedes' && by !== BY_RULES)
      .map(({ from, to, digest }) => [pairKey(from, to), digest]),
  );
  return judgements.filter(
    ({ by, from, to, digest }) => by !== BY_RULES || overruling.get(pairKey(from, to)) !== digest,
  );
}

async function dropOldest(tx: Transaction, memoryIds: readonly string[]): Promise<void> {
  const judged = new Map([...new Set(memoryIds)].map((memoryId) => [memoryId, [] as Relation[]]));
  for (const relation of await tx.relations.of([...judged.keys()])) {
    if (relation.kind === 'supersedes') continue;
    judged.get(relation.from)?.push(relation);
    judged.get(relation.to)?.push(relation);
  }
  const beyond = [...judged.values()].flatMap((relations) =>
    relations
      .toSorted((a, b) => Number(b.kind === 'distinct') - Number(a.kind === 'distinct') || a.at - b.at)
      .slice(0, Math.max(0, relations.length - MAX_JUDGEMENTS)),
  );
  await tx.relations.withdraw(
    'judgement',
    beyond.map(({ from, to }) => [from, to]),
  );
}
