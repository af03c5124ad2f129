import { testMemorySearch } from '../ports/memory-search.contract.js';
import { createPlainSearch } from './plain-search.js';
import { openStoreAndIndex } from './store-and-index.js';

testMemorySearch('the plain search', () => {
  const { deps, storage, close } = openStoreAndIndex(() => 1_000);
  const search = createPlainSearch();
  storage.follow(search.follow);
  return { ...deps, search, dispose: close };
});
