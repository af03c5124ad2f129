import { loadScaleOut } from '@anima/service/scale-out';
import { startedPostgres } from '@anima/test-engines';
import { createChangeFeed } from '../change-feed.js';
import {
  createPostgresAgentRegistry,
  createPostgresAgentWrites,
} from '../storage/postgres/agent-registry.js';
import {
  createPostgresArchiveStore,
  createPostgresArchiveWrites,
} from '../storage/postgres/archive-store.js';
import { createPostgresAuditStore } from '../storage/postgres/audit-store.js';
import { createPostgresAuditWrites } from '../storage/postgres/audit-writes.js';
import { createCommits } from '../storage/postgres/commits.js';
import {
  createPostgresErasureStore,
  createPostgresErasureWrites,
} from '../storage/postgres/erasure-store.js';
import { createPostgresSearch } from '../storage/postgres/memory-search.js';
import { createPostgresMemoryStore } from '../storage/postgres/memory-store.js';
import { createPostgresMemoryWrites } from '../storage/postgres/memory-writes.js';
import { openDatabase } from '../storage/postgres/open-database.js';
import { joinProcesses } from '../storage/postgres/processes.js';
import { createProjectRegistry } from '../storage/postgres/project-registry.js';
import { createPostgresProjectWrites } from '../storage/postgres/project-writes.js';
import {
  createPostgresRelationStore,
  createPostgresRelationWrites,
} from '../storage/postgres/relation-store.js';
import { prepareVectorIndex } from '../storage/postgres/search-schema.js';
import { createPostgresTransactions } from '../storage/postgres/transactions.js';

const DIMENSIONS = 384;

/**
 * Opens the stores of a database and their dependencies. Without `url`, it creates a database; with it, it
 * opens that database like another process.
 */
export async function openPostgresStore(url?: string) {
  const at = url ?? (await startedPostgres()).url;
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const { db, databaseId } = await openDatabase(at, { maxConnections: 4, onError });
  await prepareVectorIndex(db, DIMENSIONS);
  const { openPostgresEventLog } = await loadScaleOut('postgres', 'MEMORY_DATABASE_URL');
  const events = await openPostgresEventLog(db);
  const commits = createCommits({ db, events, assertSettled: () => {}, onError });
  const projects = createProjectRegistry({ db, databaseId, clock: () => 500 });
  const { committed, follow, isFollowed } = createChangeFeed(onError);
  const own = await joinProcesses(db, onError);
  const shared = { db, commits, projects, events, own };
  async function close(): Promise<void> {
    await commits.close();
    await own.close();
    await db.close();
  }
  return {
    ...shared,
    url: at,
    store: createPostgresMemoryStore({ ...shared, dimensions: DIMENSIONS }),
    search: createPostgresSearch({ db, dimensions: DIMENSIONS }),
    agents: createPostgresAgentRegistry(shared),
    relations: createPostgresRelationStore(shared),
    audits: createPostgresAuditStore(shared),
    archives: createPostgresArchiveStore({ ...shared, dimensions: DIMENSIONS, committed, isFollowed }),
    withTransaction: createPostgresTransactions(commits, {
      memories: createPostgresMemoryWrites({ projects, committed }),
      relations: createPostgresRelationWrites(),
      audits: createPostgresAuditWrites(shared),
      agents: createPostgresAgentWrites(shared),
      archives: createPostgresArchiveWrites(shared),
      erasures: createPostgresErasureWrites(shared),
      projects: createPostgresProjectWrites(shared),
    }),
    erasures: createPostgresErasureStore(shared),
    follow,
    /** Errors of background work. */
    errors,
    close,
    async reopen() {
      await close();
      return openPostgresStore(at);
    },
    dispose: close,
  };
}
