import type { Log, OnClose } from '@anima/service/process';
import { createIndexFile } from './adapters/files/snapshot.js';
import { createRamSearch } from './adapters/ram/memory-search.js';
import type { MemoryConfig } from './config.js';
import { followStore } from './domain/indexing/index-entry.js';
import { keepIndexSaved, openIndex } from './domain/indexing/index-keeper.js';
import { MemoryIndex } from './domain/retrieval/index/memory-index.js';
import type { MemorySearch } from './ports/memory-search.js';
import type { TextEmbedder } from './ports/text-embedder.js';
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
