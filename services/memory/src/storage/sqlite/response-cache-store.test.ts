import {
  CACHE_DIMENSIONS,
  type CacheStoreUnderTest,
  testResponseCacheStore,
} from '../../cache/response-cache-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';

function under(opened: ReturnType<typeof openSqliteStore>): CacheStoreUnderTest {
  return {
    store: opened.responses,
    events: opened.events,
    close: opened.dispose,
    reopen: async () => under(await opened.reopen()),
  };
}

testResponseCacheStore('SQLite', async () => under(openSqliteStore(undefined, CACHE_DIMENSIONS)));
