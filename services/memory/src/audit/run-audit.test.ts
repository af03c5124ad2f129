import { AppError } from '@anima/service/errors';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WithTransaction } from '../storage/transaction.js';
import { openStoreAndIndex, type StoreAndIndex } from '../testing/store-and-index.js';
import { createTableJudge } from '../testing/table-judge.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { createAuditQueue } from './audit-queue.js';
import { runAudit } from './run-audit.js';

let under: StoreAndIndex;
beforeEach(() => {
  under = openStoreAndIndex(() => 1_000);
});
afterEach(() => under.close());

const command = {
  scope: 'global',
  project: null,
  skillsDir: null,
  configDir: null,
  undecidedLimit: 20,
} as const;

function auditing(withTransaction = under.deps.withTransaction): AuditDependencies {
  const noFolder = async (): Promise<never> => {
    throw new Error('no folder is named');
  };
  return {
    ...under.deps,
    quickJudge: createTableJudge([]),
    withTransaction,
    modelBudget: { pairs: 10, seconds: 60 },
    audits: under.storage.audits,
    keepRuns: 5,
    queue: createAuditQueue(),
    skillFolder: { read: noFolder },
    configFolder: { read: noFolder },
    files: { directory: noFolder, tree: noFolder, exists: noFolder },
  };
}

it('marks a run as failed at the next audit if a full disk prevented storing its end', async () => {
  const fullAtTheEnd: WithTransaction = (work) =>
    under.deps.withTransaction((tx) => {
      const end = () => {
        throw new AppError('storage_full', 'The disk is full: nothing was written');
      };
      return work({ ...tx, audits: { ...tx.audits, end } });
    });
  await expect(runAudit(auditing(fullAtTheEnd), command)).rejects.toMatchObject({
    code: 'storage_full',
  });
  const states = async () => {
    const { runs } = await under.storage.audits.history({ project: null, limit: 10 });
    return runs.map(({ state, error }) => [state, error]);
  };
  expect(await states()).toEqual([['running', null]]);
  await runAudit(auditing(), command);
  expect(await states()).toEqual([
    ['finished', null],
    ['failed', 'How this run ended could not be written down'],
  ]);
});
