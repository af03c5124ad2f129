import type { OnClose } from '@anima/service/process';
import { createSqliteEventLog, createSqliteIdempotencyStore } from '@anima/service/sqlite';
import { createSqliteAgentRegistry } from './adapters/sqlite/agent-registry.js';
import { createSqliteArchiveStore } from './adapters/sqlite/archive-store.js';
import { createSqliteAuditStore } from './adapters/sqlite/audit-store.js';
import { createGroupCommit } from './adapters/sqlite/group-commit.js';
import { createSqliteMemoryStore } from './adapters/sqlite/memory-store.js';
import { closeDatabase, openDatabase, openReads } from './adapters/sqlite/open-database.js';
import { createProjectRegistry } from './adapters/sqlite/project-registry.js';
import { createSqliteResponseCacheStore } from './adapters/sqlite/response-cache-store.js';
import { createSqliteTransactions } from './adapters/sqlite/transactions.js';
import { createChangeFeed } from './change-feed.js';
import type { MemoryConfig } from './config.js';

/** The database, and the ports that it keeps. */
export type Storage = ReturnType<typeof openStorage>;

/** The vectors of the database have these `dimensions`, see settle-vectors.ts. */
export function openStorage(
  config: MemoryConfig,
  dimensions: number,
  clock: () => number,
  onError: (error: unknown) => void,
  onClose: OnClose,
) {
  const dataDir = config.MEMORY_DATA_DIR;
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
    events,
    idempotency: createSqliteIdempotencyStore(db, { write: commits.ride }),
    store,
    withTransaction: createSqliteTransactions({ ...kept, committed }),
    follow,
    agents: createSqliteAgentRegistry(kept),
    audits: createSqliteAuditStore(kept),
    responses: createSqliteResponseCacheStore({ ...kept, dimensions }),
    archives: createSqliteArchiveStore({ ...kept, dataDir, store, onError }),
  };
}
