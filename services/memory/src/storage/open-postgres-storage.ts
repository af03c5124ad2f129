import { loadScaleOut } from '@anima/service/scale-out';
import { createChangeFeed } from '../change-feed.js';
import { createPostgresAgentRegistry, createPostgresAgentWrites } from './postgres/agent-registry.js';
import { createPostgresArchiveStore, createPostgresArchiveWrites } from './postgres/archive-store.js';
import { createPostgresAuditStore } from './postgres/audit-store.js';
import { createPostgresAuditWrites } from './postgres/audit-writes.js';
import { createCommits } from './postgres/commits.js';
import { createPostgresErasureStore, createPostgresErasureWrites } from './postgres/erasure-store.js';
import { createPostgresJudgementStore } from './postgres/judgement-store.js';
import { createPostgresSearch } from './postgres/memory-search.js';
import { createPostgresMemoryStore } from './postgres/memory-store.js';
import { createPostgresMemoryWrites } from './postgres/memory-writes.js';
import { openDatabase } from './postgres/open-database.js';
import { joinProcesses } from './postgres/processes.js';
import { createProjectRegistry, foldProjectNames } from './postgres/project-registry.js';
import { createPostgresProjectWrites } from './postgres/project-writes.js';
import { refreshWords } from './postgres/refresh-words.js';
import { createPostgresRelationStore, createPostgresRelationWrites } from './postgres/relation-store.js';
import { createPostgresResponseCacheStore } from './postgres/response-cache-store.js';
import { prepareVectorIndex } from './postgres/search-schema.js';
import { assertVectorModel, ensureVectorModel } from './postgres/settle-vectors.js';
import { watchVectorModel } from './postgres/settled-reads.js';
import { createPostgresTransactions } from './postgres/transactions.js';
import type { Storage, StorageOptions } from './storage.js';

/**
 * Opens a PostgreSQL database that any number of processes share. This process caches no data of the
 * database, so all processes agree immediately. The data directory contains only data of this process.
 */
export async function openPostgresStorage(
  { config, embedder, clock, onError, onClose }: StorageOptions,
  url: string,
): Promise<Storage> {
  const { dimensions } = embedder;
  const { openPostgresEventLog, openPostgresIdempotencyStore } = await loadScaleOut(
    'postgres',
    'MEMORY_DATABASE_URL',
  );
  const { db, databaseId } = await openDatabase(url, {
    maxConnections: config.MEMORY_DATABASE_CONNECTIONS,
    onError,
  });
  onClose(() => db.close());
  const own = await joinProcesses(db, onError);
  onClose(() => own.close());
  await ensureVectorModel(db, embedder);
  const settled = await watchVectorModel(db, embedder, onError);
  await prepareVectorIndex(db, dimensions);
  await refreshWords(db);
  await foldProjectNames(db);
  const events = await openPostgresEventLog(db);
  const commits = createCommits({
    db,
    events,
    assertSettled: (model) => assertVectorModel(model, embedder),
    onError,
  });
  const projects = createProjectRegistry({ db, databaseId, clock });
  const { committed, follow, followErased, isFollowed } = createChangeFeed(onError);
  const shared = { db, own, commits, projects, events, dimensions, committed, isFollowed };
  return {
    isShared: true,
    events,
    idempotency: await openPostgresIdempotencyStore(db),
    store: createPostgresMemoryStore(shared),
    withTransaction: createPostgresTransactions(commits, {
      memories: createPostgresMemoryWrites(shared),
      relations: createPostgresRelationWrites(),
      audits: createPostgresAuditWrites(shared),
      agents: createPostgresAgentWrites(shared),
      archives: createPostgresArchiveWrites(shared),
      erasures: createPostgresErasureWrites(shared),
      projects: createPostgresProjectWrites(shared),
    }),
    follow,
    followErased,
    agents: createPostgresAgentRegistry(shared),
    relations: createPostgresRelationStore(shared),
    audits: createPostgresAuditStore(shared),
    responses: settled.responses(createPostgresResponseCacheStore(shared)),
    judgements: createPostgresJudgementStore(shared),
    archives: createPostgresArchiveStore(shared),
    erasures: createPostgresErasureStore(shared),
    search: settled.search(createPostgresSearch(shared)),
  };
}
