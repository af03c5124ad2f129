import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { testArchiveStore } from '../../ports/archive-store.contract.js';
import { testAuditStore } from '../../ports/audit-store.contract.js';
import { testJudgementStore } from '../../ports/judgement-store.contract.js';
import { testRelationStore } from '../../ports/relation-store.contract.js';
import {
  type CacheStoreUnderTest,
  testResponseCacheStore,
} from '../../ports/response-cache-store.contract.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';
import { createPostgresJudgementStore } from './judgement-store.js';
import { createPostgresResponseCacheStore } from './response-cache-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

async function cacheOf(opened: Awaited<ReturnType<typeof openPostgresStore>>): Promise<CacheStoreUnderTest> {
  const { events, dispose: close, reopen } = opened;
  const store = createPostgresResponseCacheStore(opened);
  return { store, events, close, reopen: async () => cacheOf(await reopen()) };
}

describe.skipIf(missing !== '')(`on a server${missing}`, () => {
  testRelationStore('PostgreSQL', () => openPostgresStore());
  testArchiveStore('PostgreSQL', () => openPostgresStore());
  testAuditStore('PostgreSQL', () => openPostgresStore());
  testResponseCacheStore('PostgreSQL', async () => cacheOf(await openPostgresStore()));
  testJudgementStore('PostgreSQL', async (most) => {
    const { db, dispose } = await openPostgresStore();
    return { judgements: createPostgresJudgementStore({ db, most }), close: dispose };
  });
});
