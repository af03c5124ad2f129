import { createMemoryEventLog } from '@anima/service/testing';
import { createChangeFeed } from '../change-feed.js';
import { type StoreUnderTest, testMemoryStore } from '../ports/memory-store.contract.js';
import { createPlainStore } from './plain-store.js';
import { createPlainTransactions } from './plain-transactions.js';

testMemoryStore('the plain store', () => {
  const errors: unknown[] = [];
  const { follow, committed } = createChangeFeed((error) => errors.push(error));
  const events = createMemoryEventLog();
  const { store, memories } = createPlainStore({ clock: () => 500, committed });
  const { withTransaction, close } = createPlainTransactions({ memories }, events);
  const under: StoreUnderTest = {
    store: { ...store, close },
    withTransaction,
    events,
    follow,
    errors,
    // It lives as long as the process.
    reopen: async () => under,
    dispose: close,
  };
  return under;
});
