import { join } from 'node:path';
import type { IndexFile } from '../../domain/indexing/index-keeper.js';
import { TEXT_VERSION } from '../../domain/retrieval/text/text-version.js';
import type { StoreGeneration } from '../../ports/memory-store.js';
import type { TextEmbedder } from '../../ports/text-embedder.js';
import { loadSnapshot, saveSnapshot } from './snapshot.js';
import { removeUnfinished } from './snapshot-file.js';

/** The index in `<dataDir>/memory.index`; it can be deleted at any time, the next start rebuilds it. */
export function createIndexFile(dataDir: string, embedder: TextEmbedder): IndexFile {
  const path = join(dataDir, 'memory.index');
  const model = `${embedder.model.name} ${embedder.model.revision}, texts ${TEXT_VERSION}`;
  return {
    async load() {
      const { dimensions } = embedder;
      await removeUnfinished(path);
      const loaded = await loadSnapshot<StoreGeneration>(path, { model, dimensions });
      return loaded.index === null ? { reason: loaded.reason } : loaded;
    },
    save: (index, generation) => saveSnapshot(index, path, { model, generation }),
  };
}
