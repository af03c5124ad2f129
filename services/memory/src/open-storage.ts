import { createSqliteEventLog, createSqliteIdempotencyStore } from '@anima/service/sqlite';
import { createSqliteAgentRegistry } from './adapters/sqlite/agent-registry.js';
import { createSqliteArchiveStore } from './adapters/sqlite/archive-store.js';
import { createSqliteAuditStore } from './adapters/sqlite/audit-store.js';
import { createGroupCommit } from './adapters/sqlite/group-commit.js';
import { createSqliteJudgementStore } from './adapters/sqlite/judgement-store.js';
import { createSqliteMemoryStore } from './adapters/sqlite/memory-store.js';
import { closeDatabase, openDatabase, openReads } from './adapters/sqlite/open-database.js';
import { createProjectRegistry } from './adapters/sqlite/project-registry.js';
import { createSqliteRelationStore } from './adapters/sqlite/relation-store.js';
import { createSqliteResponseCacheStore } from './adapters/sqlite/response-cache-store.js';
import { createSqliteTransactions } from './adapters/sqlite/transactions.js';
import { createChangeFeed } from './change-feed.js';
import { ensureVectorModel } from './settle-vectors.js';
import type { OpenStorage, StorageOptions } from './storage.js';

/**
 * Opens the SQLite database of the data directory. All its vectors must be of `embedder`, see
 * settle-vectors.ts.
 */
export function openSqliteStorage({ config, embedder, clock, onError, onClose }: StorageOptions) {
  const dataDir = config.MEMORY_DATA_DIR;
  const { dimensions } = embedder;
  const db = openDatabase(dataDir);
  onClose(() => closeDatabase(db));
  const reads = openReads(dataDir);
  onClose(() => reads.close());
  const events = createSqliteEventLog(db, { reads });
  const commits = createGroupCommit(db, onError);
  const projects = createProjectRegistry(db, clock);
  const kept = { db, reads, commits, projects, events };
  const { committed, follow } = createChangeFeed(onError);
  const store = createSqliteMemoryStore({ ...kept, dimensions, committed });
  return {
    isShared: false,
    events,
    idempotency: createSqliteIdempotencyStore(db, { write: commits.ride }),
    store,
    withTransaction: createSqliteTransactions({ ...kept, committed }),
    follow,
    agents: createSqliteAgentRegistry(kept),
    relations: createSqliteRelationStore(kept),
    audits: createSqliteAuditStore(kept),
    responses: createSqliteResponseCacheStore({ ...kept, dimensions }),
    judgements: createSqliteJudgementStore(kept),
    archives: createSqliteArchiveStore({ ...kept, dataDir, store, onError }),
    search: null,
  };
}

/** Opens the configured storage, after ensuring that all its vectors are of this model. */
export const openSettledStorage: OpenStorage = async (options) => {
  const { MEMORY_DATABASE_URL: url } = options.config;
  if (url !== undefined) {
    // The PostgreSQL client is loaded only if it is needed.
    const { openPostgresStorage } = await import('./open-postgres-storage.js');
    return openPostgresStorage(options, url);
  }
  await ensureVectorModel(options.config.MEMORY_DATA_DIR, options.embedder);
  return openSqliteStorage(options);
};
