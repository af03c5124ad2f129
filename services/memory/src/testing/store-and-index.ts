import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgents } from '../agents/agents.js';
import { settings } from '../config.js';
import { createQuestionVectors } from '../embedding/question-vectors.js';
import { createAccessCounter } from '../memory/access-counter.js';
import { createLatestTurns, lastStoredTurn } from '../memory/conversation/latest-turns.js';
import { createUnmarkedTurns } from '../memory/conversation/unmarked-turns.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { MemoryIndex } from '../search/index/memory-index.js';
import { followStore } from '../search/indexing/index-entry.js';
import { type OpenedIndex, openIndex } from '../search/indexing/index-keeper.js';
import { createIndexFile } from '../search/snapshot/snapshot.js';
import { openSqliteStorage } from '../storage/open-storage.js';
import { createRamSearch } from '../storage/ram/memory-search.js';
import { createTableJudge } from './table-judge.js';
import { createWordEmbedder } from './word-embedder.js';

/**
 * Dependencies of the domain operations, with their own data directory but without HTTP and without a model.
 */
export interface StoreAndIndex {
  deps: MemoryDependencies;
  /** Index that `deps.search` searches. */
  index: MemoryIndex;
  storage: ReturnType<typeof openSqliteStorage>;
  dataDir: string;
  indexFile: ReturnType<typeof createIndexFile>;
  /** Errors of background work. */
  errors: unknown[];
  /** Returns `deps` with a search over another index. */
  over(index: MemoryIndex): MemoryDependencies;
  /** Opens the index like the next start, from the store and the saved index. */
  openAnew(): Promise<OpenedIndex>;
  close(): Promise<void>;
}

/** Opens a new SQLite database with its index in RAM. */
export function openStoreAndIndex(clock: () => number): StoreAndIndex {
  const dataDir = mkdtempSync(join(tmpdir(), 'anima-store-'));
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const closers: (() => unknown)[] = [];
  const config = settings.parse({ MEMORY_DATA_DIR: dataDir });
  const embedder = createWordEmbedder();
  const onClose = (closer: () => unknown) => void closers.push(closer);
  const storage = openSqliteStorage({ config, embedder, clock, onError, onClose });
  const { store, withTransaction } = storage;
  const index = new MemoryIndex(embedder.dimensions);
  storage.follow((change) => followStore(index, change));
  const indexFile = createIndexFile(dataDir, embedder);
  const accesses = createAccessCounter(withTransaction, onError);
  const over = (index: MemoryIndex): MemoryDependencies => {
    const search = createRamSearch(index);
    return {
      store,
      relations: storage.relations,
      withTransaction,
      search,
      embedder,
      questions: createQuestionVectors(embedder),
      calibration: null,
      quickJudge: createTableJudge([]),
      modelJudge: null,
      agents: createAgents({ registry: storage.agents, withTransaction, timeoutMs: 300_000, clock }),
      accesses,
      tails: createLatestTurns((conversation) => lastStoredTurn({ store, search }, conversation)),
      unmarkedTurns: createUnmarkedTurns(),
      secretPolicy: 'warn',
      clock,
    };
  };
  return {
    deps: over(index),
    index,
    over,
    storage,
    dataDir,
    indexFile,
    errors,
    openAnew: () => openIndex(store, indexFile, () => new MemoryIndex(embedder.dimensions)),
    async close() {
      await accesses.close();
      await store.close();
      for (const closer of closers.reverse()) await closer();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
