import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import {
  type CacheStoreUnderTest,
  testResponseCacheStore,
} from '../../cache/response-cache-store.contract.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';
import { createPostgresResponseCacheStore } from './response-cache-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

async function under(opened: Awaited<ReturnType<typeof openPostgresStore>>): Promise<CacheStoreUnderTest> {
  const { events, dispose: close, reopen } = opened;
  const store = createPostgresResponseCacheStore(opened);
  return { store, events, close, reopen: async () => under(await reopen()) };
}

describe.skipIf(missing !== '')(`on a server${missing}`, () => {
  testResponseCacheStore('PostgreSQL', async () => under(await openPostgresStore()));
});
