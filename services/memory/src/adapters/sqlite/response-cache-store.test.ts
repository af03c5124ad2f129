import {
  CACHE_DIMENSIONS,
  type CacheStoreUnderTest,
  testResponseCacheStore,
} from '../../ports/response-cache-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';
import { createSqliteResponseCacheStore } from './response-cache-store.js';

function under(opened: ReturnType<typeof openSqliteStore>): CacheStoreUnderTest {
  const { events } = opened;
  return {
    store: createSqliteResponseCacheStore({ ...opened, dimensions: CACHE_DIMENSIONS }),
    events,
    close: opened.dispose,
    reopen: async () => under(await opened.reopen()),
  };
}

testResponseCacheStore('SQLite', async () => under(openSqliteStore()));
