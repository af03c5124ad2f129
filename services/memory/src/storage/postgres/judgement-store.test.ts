import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { testJudgementStore } from '../../relations/judgement-store.contract.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';
import { createPostgresJudgementStore } from './judgement-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`on a server${missing}`, () => {
  testJudgementStore('PostgreSQL', async (most) => {
    const { db, dispose } = await openPostgresStore();
    return { judgements: createPostgresJudgementStore({ db, most }), close: dispose };
  });
});
