import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import {
  assertBindAllowed,
  createAllowedPaths,
  createLog,
  createService,
  createSqliteEventLog,
  createSqliteIdempotencyStore,
  type LogStream,
  lockDataDirectory,
  parseAccessTokens,
  registerEventStream,
} from '@anima/service';
import { createArchiveFiles } from './adapters/files/archive-files.js';
import { createConfigFolder } from './adapters/files/config-folder.js';
import { createForeignFiles } from './adapters/files/foreign-files.js';
import { createIndexFile } from './adapters/files/index-file.js';
import { ownFiles } from './adapters/files/own-files.js';
import { createProjectFiles } from './adapters/files/project-tree.js';
import { createSkillFolder } from './adapters/files/skill-folder.js';
import { createOnnxEmbedder } from './adapters/onnx/onnx-embedder.js';
import { createSqliteAgentRegistry } from './adapters/sqlite/agent-registry.js';
import { createSqliteArchiveStore } from './adapters/sqlite/archive-store.js';
import { createSqliteAuditStore } from './adapters/sqlite/audit-store.js';
import { createGroupCommit } from './adapters/sqlite/group-commit.js';
import { createSqliteMemoryStore } from './adapters/sqlite/memory-store.js';
import { closeDatabase, openDatabase } from './adapters/sqlite/open-database.js';
import { createProjectRegistry } from './adapters/sqlite/project-registry.js';
import { createSqliteResponseCacheStore } from './adapters/sqlite/response-cache-store.js';
import type { MemoryConfig } from './config.js';
import { createAccessCounter } from './domain/access-counter.js';
import { createArchives } from './domain/archive/archives.js';
import type { AuditDependencies } from './domain/audit/audit-dependencies.js';
import { createAuditQueue } from './domain/audit/audit-queue.js';
import { runAudit } from './domain/audit/run-audit.js';
import { createResponseCache } from './domain/cache/response-cache.js';
import { memoryComponents } from './domain/components.js';
import { createConversationTails } from './domain/conversation-tails.js';
import type { MemoryDependencies } from './domain/dependencies.js';
import { sweepExpired } from './domain/expiry.js';
import { createForeignImporter } from './domain/foreign/import-foreign.js';
import { applyToIndex, lastStoredTurn } from './domain/index-entry.js';
import { keepIndexSaved, openIndex } from './domain/index-keeper.js';
import { search } from './domain/recall.js';
import { MemoryIndex } from './domain/retrieval/index/memory-index.js';
import { createUnmarkedTurns } from './domain/unmarked-turns.js';
import { memoryErrors } from './error-codes.js';
import { createToolRunner } from './mcp/run-tool.js';
import { registerMemoryMetrics } from './memory-metrics.js';
import type { CommittedChange } from './ports/memory-store.js';
import { agentRoutes } from './routes/agents.js';
import { archiveRoutes } from './routes/archives.js';
import { auditRoutes } from './routes/audits.js';
import { cacheRoutes } from './routes/cache.js';
import { foreignRoutes } from './routes/foreign.js';
import { lifecycleRoutes } from './routes/lifecycle.js';
import { mcpRoutes } from './routes/mcp.js';
import { memoryRoutes } from './routes/memories.js';
import { mergeRoutes } from './routes/merge.js';
import { onboardingRoutes } from './routes/onboarding.js';
import { projectRoutes } from './routes/projects.js';
import { recallRoutes } from './routes/recall.js';
import { statusRoutes } from './routes/status.js';

export interface MemoryService {
  url: string;
  /** Finishes what was begun, saves the index, frees the data directory. */
  close(): Promise<void>;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Of the embedding model that ships; the database holds vectors of this length. */
const EMBEDDING_DIMENSIONS = 384;

/**
 * The memory service, wired from top to bottom. Throws an AppError in one clear line where it cannot start.
 * `logStream` receives the access log and notices as JSON lines (default: stdout); `checkResponses` turns an answer that
 * is not as its schema says into an error, for tests.
 */
export async function startMemoryService(
  config: MemoryConfig,
  options: { logStream?: LogStream; checkResponses?: boolean } = {},
): Promise<MemoryService> {
  const startedAt = Date.now();
  const clock = Date.now;
  const tokens = parseAccessTokens(config.MEMORY_API_TOKEN ?? '');
  assertBindAllowed(config.MEMORY_HOST, tokens.length > 0);
  const log = createLog('memory', options.logStream);
  const onError = (error: unknown) => log.error({ err: error }, 'background work failed');

  /** Undone in reverse: whatever was opened last is closed first. */
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };

  try {
    const lock = lockDataDirectory(config.MEMORY_DATA_DIR);
    closers.push(() => lock.release());

    // The model loads in its own thread while the index is read here.
    const embedderLoading = createOnnxEmbedder({ workers: config.MEMORY_EMBEDDING_WORKERS });
    closers.push(() =>
      embedderLoading.then(
        (embedder) => embedder.close(),
        () => {},
      ),
    );

    const db = openDatabase(config.MEMORY_DATA_DIR);
    closers.push(() => closeDatabase(db));
    const events = createSqliteEventLog(db);
    const idempotency = createSqliteIdempotencyStore(db);
    const commits = createGroupCommit(db);
    const projects = createProjectRegistry(db, clock);
    const followers: ((change: CommittedChange) => void)[] = [];
    const store = createSqliteMemoryStore({
      db,
      commits,
      projects,
      events,
      dimensions: EMBEDDING_DIMENSIONS,
      committed: (change) => {
        for (const follow of followers) follow(change);
      },
    });
    const paths = createAllowedPaths({
      roots: config.MEMORY_FILE_ROOTS ?? [homedir(), config.MEMORY_DATA_DIR],
      forbidden: ownFiles(config.MEMORY_DATA_DIR),
    });
    const agents = createSqliteAgentRegistry({
      db,
      commits,
      projects,
      events,
      timeoutMs: config.MEMORY_AGENT_TIMEOUT_SECONDS * 1000,
      clock,
    });

    const embedder = await embedderLoading;
    const indexFile = createIndexFile(config.MEMORY_DATA_DIR, embedder);
    const { index, ...opened } = await openIndex(
      store,
      indexFile,
      () => new MemoryIndex(embedder.dimensions),
    );
    const { origin, reason, replayed } = opened;
    log.info({ index: origin, because: reason ?? undefined, replayed, memories: index.size }, 'index ready');
    followers.push((change) => applyToIndex(index, change));

    const saver = keepIndexSaved(store, index, indexFile, onError, opened.savedChangeSeq);
    const accesses = createAccessCounter(store, onError);
    const sweep = sweepExpired(store, clock, onError);
    const cache = createResponseCache({
      store: createSqliteResponseCacheStore({ db, commits, events, dimensions: EMBEDDING_DIMENSIONS }),
      embedder,
      threshold: config.MEMORY_CACHE_THRESHOLD,
      maxEntries: config.MEMORY_CACHE_MAX_ENTRIES,
      maxBytes: config.MEMORY_CACHE_MAX_BYTES,
      ttlSeconds: config.MEMORY_CACHE_TTL_SECONDS,
      clock,
      onError,
    });
    closers.push(async () => {
      await cache.close();
      await sweep.close();
      await accesses.close();
      await store.close();
      await saver.close();
    });

    const deps: MemoryDependencies = {
      store,
      index,
      embedder,
      agents,
      accesses,
      tails: createConversationTails((conversation) => lastStoredTurn(store, index, conversation)),
      unmarkedTurns: createUnmarkedTurns(),
      secretPolicy: config.MEMORY_SECRETS,
      clock,
    };
    const limits = {
      contentBytes: config.MEMORY_MAX_CONTENT_BYTES,
      queryBytes: config.MEMORY_MAX_QUERY_BYTES,
    };
    const audits = createSqliteAuditStore({ db, commits, projects, events });
    const interrupted = await audits.failInterrupted(clock());
    if (interrupted > 0) log.warn({ runs: interrupted }, 'audits that the last stop interrupted are failed');
    const auditDeps: AuditDependencies = {
      store,
      index,
      embedder,
      accesses,
      clock,
      audits,
      queue: createAuditQueue(),
      skillFolder: createSkillFolder(),
      configFolder: createConfigFolder(),
      files: createProjectFiles(paths),
    };
    const archives = createArchives({
      ...deps,
      archives: createSqliteArchiveStore({
        dataDir: config.MEMORY_DATA_DIR,
        db,
        commits,
        projects,
        events,
        store,
      }),
      files: createArchiveFiles(paths),
      serviceVersion: version,
      limits,
    });
    const foreignFiles = createForeignFiles({
      allowed: paths,
      home: config.MEMORY_USER_HOME,
      scanRoots: config.MEMORY_SCAN_ROOTS,
      maxContentBytes: limits.contentBytes,
    });
    const foreignImporter = createForeignImporter(deps, foreignFiles);
    const components = memoryComponents(deps, { events, cache });
    const service = await createService({
      name: 'memory',
      title: 'Anima memory',
      version,
      description: 'Agents store, recall, search, share and audit memories.',
      host: config.MEMORY_HOST,
      port: config.MEMORY_PORT,
      tokens,
      bodyLimitBytes: config.MEMORY_MAX_BODY_BYTES,
      errors: memoryErrors,
      idempotency,
      ...options,
      routes: (app) => {
        memoryRoutes(app, deps, limits);
        recallRoutes(app, deps, limits);
        lifecycleRoutes(app, deps);
        mergeRoutes(app, deps, limits);
        cacheRoutes(app, cache, limits);
        auditRoutes(app, auditDeps);
        archiveRoutes(app, archives, store);
        foreignRoutes(app, foreignFiles, foreignImporter);
        onboardingRoutes(app, store, foreignFiles, foreignImporter);
        projectRoutes(app, deps);
        agentRoutes(app, deps);
        statusRoutes(app, deps, { version, startedAt, components });
        mcpRoutes(app, {
          version,
          runTool: createToolRunner(deps, limits, (command) => runAudit(auditDeps, command), onError),
        });
        registerEventStream(app, { url: '/api/v1/events', log: events });
      },
    });
    registerMemoryMetrics(service.metrics, deps, embedder, cache);
    closers.push(() => service.close());
    closers.push(() => archives.close());
    closers.push(() => auditDeps.queue.close());
    closers.push(() => foreignFiles.close());

    // The first question should not pay for what only the first one pays: run one before listening.
    await search(deps, 'What was decided?', { page: 1, pageSize: 10, filter: {} });
    const { url } = await service.listen();
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
