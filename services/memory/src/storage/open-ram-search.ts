import type { Log, OnClose } from '@anima/service/process';
import type { MemoryConfig } from '../config.js';
import type { TextEmbedder } from '../embedding/text-embedder.js';
import { MemoryIndex } from '../search/index/memory-index.js';
import { followStore } from '../search/indexing/index-entry.js';
import { keepIndexSaved, openIndex } from '../search/indexing/index-keeper.js';
import type { MemorySearch } from '../search/memory-search.js';
import { createIndexFile } from '../search/snapshot/snapshot.js';
import { createRamSearch } from './ram/memory-search.js';
import type { Storage } from './storage.js';

export interface RamSearchOptions {
  config: MemoryConfig;
  storage: Pick<Storage, 'store' | 'follow'>;
  embedder: TextEmbedder;
  log: Log;
  onError: (error: unknown) => void;
  onClose: OnClose;
}

/**
 * Opens an index of all memories in RAM, for a store that only this process writes. It follows the changes of
 * the store and is saved next to it.
 */
export async function openRamSearch(options: RamSearchOptions): Promise<MemorySearch> {
  const { config, storage, embedder, log, onError, onClose } = options;
  const { store, follow } = storage;
  const indexFile = createIndexFile(config.MEMORY_DATA_DIR, embedder);
  const { index, origin, reason, replayed, leftOut, savedChangeSeq } = await openIndex(
    store,
    indexFile,
    () => new MemoryIndex(embedder.dimensions),
  );
  log.info({ index: origin, because: reason ?? undefined, replayed, memories: index.size }, 'index ready');
  for (const { memoryId, error } of leftOut)
    log.error({ memory_id: memoryId, err: error }, 'a memory could not be indexed and cannot be recalled');
  follow((change) => followStore(index, change));
  const saver = keepIndexSaved(store, index, indexFile, onError, savedChangeSeq);
  onClose(() => saver.close());
  return createRamSearch(index);
}
