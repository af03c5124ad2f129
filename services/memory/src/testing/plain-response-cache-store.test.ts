import { createMemoryEventLog } from '@anima/service/testing';
import { type CacheStoreUnderTest, testResponseCacheStore } from '../ports/response-cache-store.contract.js';
import { createPlainResponseCacheStore } from './plain-response-cache-store.js';

testResponseCacheStore('the store in memory', async () => {
  const events = createMemoryEventLog();
  const under: CacheStoreUnderTest = {
    store: createPlainResponseCacheStore(events),
    events,
    close: async () => {},
    reopen: async () => under,
  };
  return under;
});
