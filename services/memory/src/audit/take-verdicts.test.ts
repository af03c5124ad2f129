import { expect, it } from 'vitest';
import type { Memory } from '../memory/memory.js';
import { newMemory } from '../memory/memory-store.contract.js';
import { insertMemories } from '../memory/write-memories.js';
import { keepJudgements } from '../relations/keep-judgements.js';
import { judgementOf, pairDigest } from '../relations/relation.js';
import { supersedeIn } from '../relations/supersede.js';
import { openSqliteStore } from '../testing/open-sqlite-store.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { noCounts } from './audit-run.js';
import { newAuditRun } from './audit-store.contract.js';
import { takeVerdicts } from './take-verdicts.js';
import { beginRun, finishRun } from './write-audit-runs.js';

it('ignores verdicts on pairs that were archived, changed or judged since, with onlyOpen', async () => {
  const under = openSqliteStore();
  const { withTransaction } = under;
  const contents = ['north pier', 'south pier', 'Kiel', 'Flensburg', 'the dock'];
  const made = contents.map((content) => newMemory({ content, createdAt: 1_000 }));
  const memories = await withTransaction((tx) => insertMemories(tx, made));
  const [one, two, three, four, five] = memories as [Memory, Memory, Memory, Memory, Memory];
  const pairs = [
    [two, one],
    [three, one],
    [four, one],
    [five, one],
  ] as const;
  const { runId } = newAuditRun();
  await beginRun(withTransaction, newAuditRun({ runId }), 5);
  await finishRun(withTransaction, runId, () => ({
    finishedAt: 1_500,
    memoriesChecked: 5,
    findings: [],
    undecided: pairs.map(([newer, older]) => ({
      memoryIds: [newer.memoryId, older.memoryId],
      digest: newer === five ? 'of other texts' : pairDigest(newer, older),
      similarity: 0.7,
      why: 'nobody knows',
    })),
    suppressedCounts: noCounts(),
    notes: [],
  }));
  const agent = { by: 'agent:ann', confidence: null, reason: 'two boats', at: 1_600 };
  await withTransaction(async (tx) => {
    await keepJudgements(tx, [judgementOf('distinct', two, one, agent)]);
    await supersedeIn(tx, five, [four.memoryId], { agentId: 'ann', at: 1_700, reason: null });
  });
  const deps = { ...under, clock: () => 2_000, keepRuns: 5, secretPolicy: 'warn' } as unknown;
  const judge = () =>
    takeVerdicts(deps as AuditDependencies, {
      runId,
      ownRunId: runId,
      verdicts: pairs.map(([newer, older]) => ({
        memoryIds: [newer.memoryId, older.memoryId],
        kind: 'conflicts',
        reason: null,
      })),
      onlyOpen: true,
      agentId: 'ann',
      by: 'model:client',
    });
  const taken = await judge();
  expect(taken.relations).toMatchObject([{ kind: 'conflicts', from: three.memoryId, by: 'model:client' }]);
  expect(taken.findings).toHaveLength(1);
  expect(await judge()).toMatchObject({ runId, findings: [], relations: [] });
  expect(await under.relations.among([one.memoryId, two.memoryId])).toMatchObject([
    { kind: 'distinct', by: 'agent:ann' },
  ]);
  await under.dispose();
});
