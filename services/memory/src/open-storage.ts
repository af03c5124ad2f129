import type { OnClose } from '@anima/service/process';
import { createSqliteEventLog, createSqliteIdempotencyStore } from '@anima/service/sqlite';
import { createSqliteAgentRegistry } from './adapters/sqlite/agent-registry.js';
import { createSqliteArchiveStore } from './adapters/sqlite/archive-store.js';
import { createSqliteAuditStore } from './adapters/sqlite/audit-store.js';
import { createGroupCommit } from './adapters/sqlite/group-commit.js';
import { createSqliteMemoryStore } from './adapters/sqlite/memory-store.js';
import { closeDatabase, openDatabase } from './adapters/sqlite/open-database.js';
import { createProjectRegistry } from './adapters/sqlite/project-registry.js';
import { createSqliteResponseCacheStore } from './adapters/sqlite/response-cache-store.js';
import type { MemoryConfig } from './config.js';
import type { CommittedChange } from './ports/memory-store.js';

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
  const events = createSqliteEventLog(db);
  const commits = createGroupCommit(db, onError);
  const projects = createProjectRegistry(db, clock);
  const kept = { db, commits, projects, events };
  const followers: ((change: CommittedChange) => void)[] = [];
  const store = createSqliteMemoryStore({
    ...kept,
    dimensions,
    committed: (change) => {
      for (const follow of followers) {
        try {
          follow(change);
        } catch (error) {
          // Others are told all the same.
          onError(error);
        }
      }
    },
  });
  const timeoutMs = config.MEMORY_AGENT_TIMEOUT_SECONDS * 1000;
  return {
    events,
    idempotency: createSqliteIdempotencyStore(db, { write: commits.ride }),
    store,
    /** Told of every change to memories as soon as it is committed. */
    follow: (follower: (change: CommittedChange) => void) => void followers.push(follower),
    agents: createSqliteAgentRegistry({ ...kept, timeoutMs, clock }),
    audits: createSqliteAuditStore({ ...kept, keepRuns: config.MEMORY_AUDIT_RUNS }),
    responses: createSqliteResponseCacheStore({ ...kept, dimensions }),
    archives: createSqliteArchiveStore({ ...kept, dataDir, store, onError }),
  };
}
