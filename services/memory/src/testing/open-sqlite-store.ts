import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteEventLog } from '@anima/service/sqlite';
import { createChangeFeed } from '../change-feed.js';
import { createSqliteAgentRegistry } from '../storage/sqlite/agent-registry.js';
import { createSqliteArchiveStore } from '../storage/sqlite/archive-store.js';
import { createSqliteAuditStore } from '../storage/sqlite/audit-store.js';
import { createSqliteErasureStore } from '../storage/sqlite/erasure-store.js';
import { createGroupCommit } from '../storage/sqlite/group-commit.js';
import { createSqliteMemoryStore } from '../storage/sqlite/memory-store.js';
import { closeDatabase, openDatabase, openReads } from '../storage/sqlite/open-database.js';
import { createProjectRegistry } from '../storage/sqlite/project-registry.js';
import { createSqliteRelationStore } from '../storage/sqlite/relation-store.js';
import { createSqliteResponseCacheStore } from '../storage/sqlite/response-cache-store.js';
import { createSqliteTransactions } from '../storage/sqlite/transactions.js';

/** Opens the database of a folder, its stores and their dependencies. */
export function openSqliteStore(dataDir = mkdtempSync(join(tmpdir(), 'anima-store-')), dimensions = 384) {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const db = openDatabase(dataDir);
  const reads = openReads(dataDir);
  const events = createSqliteEventLog(db, { reads });
  const commits = createGroupCommit(db, onError);
  const projects = createProjectRegistry(db, () => 500);
  const { committed, follow, erased, followErased } = createChangeFeed(onError);
  const shared = { db, reads, commits, projects, events };
  const store = createSqliteMemoryStore({ ...shared, dimensions, committed });
  async function close(): Promise<void> {
    await commits.close();
    reads.close();
    closeDatabase(db);
  }
  return {
    ...shared,
    dataDir,
    store,
    relations: createSqliteRelationStore(shared),
    audits: createSqliteAuditStore(shared),
    responses: createSqliteResponseCacheStore({ ...shared, dimensions }),
    agents: createSqliteAgentRegistry(shared),
    archives: createSqliteArchiveStore({ ...shared, dataDir, store, onError }),
    withTransaction: createSqliteTransactions({ ...shared, committed, erased }),
    erasures: createSqliteErasureStore({ ...shared, dataDir }),
    follow,
    followErased,
    /** Errors of background work. */
    errors,
    close,
    async reopen() {
      await close();
      return openSqliteStore(dataDir, dimensions);
    },
    async dispose() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
