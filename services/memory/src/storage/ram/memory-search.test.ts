import { testMemorySearch } from '../../search/memory-search.contract.js';
import { openStoreAndIndex } from '../../testing/store-and-index.js';

testMemorySearch('the index in RAM', () => {
  const { deps, close } = openStoreAndIndex(() => 1_000);
  return { ...deps, dispose: close };
});
