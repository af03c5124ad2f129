import { join } from 'node:path';
import type { IndexFile } from '../../domain/index-keeper.js';
import type { EmbeddingModel } from '../../ports/embedder.js';
import type { StoreGeneration } from '../../ports/memory-store.js';
import { loadSnapshot, saveSnapshot } from './snapshot.js';

/**
 * Raise it when the analysis of texts, their facts or what is embedded changes: an index saved by an older
 * version is then rebuilt.
 */
const TEXT_VERSION = 1;

/** The index in `<dataDir>/memory.index`; it can be deleted at any time, the next start rebuilds it. */
export function createIndexFile(dataDir: string, embedder: EmbeddingModel): IndexFile {
  const path = join(dataDir, 'memory.index');
  const model = `${embedder.modelName} ${embedder.revision}, texts ${TEXT_VERSION}`;
  return {
    async load() {
      const { dimensions } = embedder;
      const loaded = await loadSnapshot<StoreGeneration>(path, { model, dimensions });
      return loaded.index === null ? { reason: loaded.reason } : loaded;
    },
    save: (index, generation) => saveSnapshot(index, path, { model, generation }),
  };
}
