import { createSqliteEventLog, createSqliteIdempotencyStore } from '@anima/service/sqlite';
import { createChangeFeed } from '../change-feed.js';
import { ensureVectorModel } from './settle-vectors.js';
import { createSqliteAgentRegistry } from './sqlite/agent-registry.js';
import { createSqliteArchiveStore } from './sqlite/archive-store.js';
import { createSqliteAuditStore } from './sqlite/audit-store.js';
import { createSqliteErasureStore } from './sqlite/erasure-store.js';
import { createGroupCommit } from './sqlite/group-commit.js';
import { createSqliteJudgementStore } from './sqlite/judgement-store.js';
import { createSqliteMemoryStore } from './sqlite/memory-store.js';
import { closeDatabase, openDatabase, openReads } from './sqlite/open-database.js';
import { createProjectRegistry } from './sqlite/project-registry.js';
import { createSqliteRelationStore } from './sqlite/relation-store.js';
import { createSqliteResponseCacheStore } from './sqlite/response-cache-store.js';
import { createSqliteTransactions } from './sqlite/transactions.js';
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
  const shared = { db, reads, commits, projects, events };
  const { committed, follow, erased, followErased } = createChangeFeed(onError);
  const store = createSqliteMemoryStore({ ...shared, dimensions, committed });
  return {
    isShared: false,
    events,
    idempotency: createSqliteIdempotencyStore(db, { write: commits.ride }),
    store,
    withTransaction: createSqliteTransactions({ ...shared, committed, erased }),
    follow,
    followErased,
    agents: createSqliteAgentRegistry(shared),
    relations: createSqliteRelationStore(shared),
    audits: createSqliteAuditStore(shared),
    responses: createSqliteResponseCacheStore({ ...shared, dimensions }),
    judgements: createSqliteJudgementStore(shared),
    archives: createSqliteArchiveStore({ ...shared, dataDir, store, onError }),
    erasures: createSqliteErasureStore({ ...shared, dataDir }),
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
