import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { startEventRelay } from '@anima/service/events';
import { closeDataDirectory } from '@anima/service/files';
import {
  type AccessToken,
  assertBindAllowed,
  cacheIdempotency,
  createService,
  parseAccessTokens,
  registerEventStream,
} from '@anima/service/http';
import {
  createLog,
  type RunningService,
  readVersion,
  type StartOptions,
  startService,
} from '@anima/service/process';
import {
  createDamageWatch,
  type DamageWatch,
  damagedDatabase,
  lockDataDirectory,
} from '@anima/service/sqlite';
import { serveStudio } from '@anima/studio';
import { ownNames } from './adapters/files/own-files.js';
import type { OnnxEmbedder } from './adapters/onnx/onnx-embedder.js';
import { storageError } from './adapters/sqlite/storage-error.js';
import type { MemoryConfig } from './config.js';
import { createOperations } from './create-operations.js';
import { createAuditCalls } from './domain/audit/audit-calls.js';
import { search as searchMemories } from './domain/recall/recall.js';
import { type MemoryComponents, memoryComponents } from './domain/status/components.js';
import { memoryErrors } from './error-codes.js';
import { createAvatarTools } from './mcp/avatar-tools.js';
import { createToolRunner } from './mcp/run-tool.js';
import { registerMemoryMetrics } from './memory-metrics.js';
import { openEmbedder } from './open-embedder.js';
import { openBus, openSharedCache } from './open-engines.js';
import { openJudge } from './open-judge.js';
import { openRamSearch } from './open-ram-search.js';
import { openSettledStorage } from './open-storage.js';
import { agentRoutes } from './routes/agents.js';
import { archiveRoutes } from './routes/archives.js';
import { auditRoutes } from './routes/audits.js';
import { refuseBrokenTexts } from './routes/broken-texts.js';
import { cacheRoutes } from './routes/cache.js';
import { createCallers, keepToAdministrators } from './routes/callers.js';
import { embeddingRoutes } from './routes/embeddings.js';
import { foreignRoutes } from './routes/foreign.js';
import { lifecycleRoutes } from './routes/lifecycle.js';
import { mcpRoutes } from './routes/mcp.js';
import { memoryRoutes } from './routes/memories.js';
import { mergeRoutes } from './routes/merge.js';
import { onboardingRoutes } from './routes/onboarding.js';
import { projectRoutes } from './routes/projects.js';
import { readyRoute } from './routes/ready.js';
import { recallRoutes } from './routes/recall.js';
import { relationRoutes } from './routes/relations.js';
import { statusRoutes } from './routes/status.js';
import { verdictRoutes } from './routes/verdicts.js';
import type { OpenStorage } from './storage.js';

const version = readVersion(new URL('../package.json', import.meta.url));

export interface MemoryStartOptions extends StartOptions {
  /** Opens the storage; by default SQLite in the data directory or PostgreSQL, as configured. */
  openStorage?: OpenStorage;
  /** By default the configured embedder, which is closed with the service; a given embedder stays open. */
  embedder?: OnnxEmbedder;
}

/**
 * Creates and starts the memory service. Rejects with an AppError of one line if it cannot start. `close`
 * finishes the work in progress, saves the index and releases the data directory.
 */
export async function startMemoryService(
  config: MemoryConfig,
  { openStorage = openSettledStorage, embedder: given, ...options }: MemoryStartOptions = {},
): Promise<RunningService> {
  const startedAt = Date.now();
  const clock = Date.now;
  const tokens = parseAccessTokens(config.MEMORY_API_TOKEN ?? '');
  assertBindAllowed(config.MEMORY_HOST, tokens.length > 0);
  assertAgentsCanBeApart(config.MEMORY_AGENT_ISOLATION, tokens);
  const log = createLog('memory', options.logStream);
  const database = join(config.MEMORY_DATA_DIR, 'memory.db');
  const damage = createDamageWatch(database);
  const onError = (error: unknown) => {
    damage.note(error);
    log.error({ err: error }, 'background work failed');
  };

  return startService(async (onClose) => {
    const lock = lockDataDirectory(config.MEMORY_DATA_DIR);
    onClose(() => lock.release());
    closeDataDirectory(config.MEMORY_DATA_DIR, ownNames, log);

    const opened = given && { embedder: given, runtime: 'onnxruntime' };
    const { embedder, runtime } = opened ?? (await openEmbedder(config));
    if (opened === undefined) onClose(() => embedder.close());
    const storage = await openStorage({ config, embedder, clock, onError, onClose });
    const { store, events, idempotency } = storage;
    const bus = await openBus({ config, store, events, onError, onClose });
    const { publisher, position } = bus;
    const relay = await startEventRelay({ log: events, publisher, onError, ...(position && { position }) });
    onClose(() => relay.close());
    const sharedCache = await openSharedCache({ config, store, onError, onClose });

    const search =
      storage.search ?? (await openRamSearch({ config, storage, embedder, log, onError, onClose }));

    const judgeModel = await openJudge(config);
    const operations = await createOperations({
      config,
      version,
      storage,
      embedder,
      sharedCache,
      search,
      judgeModel,
      clock,
      log,
      onError,
      onClose,
    });
    const { memories, limits, cache, auditing, archives, foreignFiles, foreignImporter } = operations;
    const callers = createCallers(memories, config.MEMORY_AGENT_ISOLATION === 'on');
    const components = memoryComponents(memories, {
      events,
      publisher,
      cache,
      sharedCache,
      backends: {
        database: storage.isShared ? 'postgresql' : 'sqlite',
        search: storage.search ? 'pgvector' : 'ram',
        bus: bus.backend,
        runtime,
      },
    });
    const service = await createService({
      name: 'memory',
      title: 'Anima memory',
      version,
      description: 'Agents store, recall, search, share and audit memories.',
      host: config.MEMORY_HOST,
      port: config.MEMORY_PORT,
      tokens,
      allowedOrigins: config.MEMORY_ALLOWED_ORIGINS,
      bodyLimitBytes: config.MEMORY_MAX_BODY_BYTES,
      errors: memoryErrors,
      idempotency: sharedCache ? cacheIdempotency(idempotency, sharedCache) : idempotency,
      ...options,
      routes: (app) => {
        app.addHook('onError', async (_request, _reply, error) => void damage.note(error));
        keepToAdministrators(app, callers);
        refuseBrokenTexts(app);
        memoryRoutes(app, callers, limits);
        recallRoutes(app, callers, limits);
        embeddingRoutes(app, embedder, limits);
        lifecycleRoutes(app, callers);
        relationRoutes(app, callers);
        mergeRoutes(app, callers, limits);
        cacheRoutes(app, cache, callers, limits);
        auditRoutes(app, auditing);
        verdictRoutes(app, auditing);
        archiveRoutes(app, archives, store);
        foreignRoutes(app, foreignFiles, foreignImporter);
        onboardingRoutes(app, store, foreignFiles, foreignImporter);
        projectRoutes(app, callers);
        agentRoutes(app, callers);
        statusRoutes(app, callers, { version, startedAt, components: withDamage(components, damage) });
        readyRoute(app, components);
        serveStudio(app, { name: 'memory', asksForToken: tokens.length > 0, other: avatarAddress(config) });
        const runTool = createToolRunner(callers.viewOf, limits, createAuditCalls(auditing), onError);
        const runAvatarTool = createAvatarTools(config);
        mcpRoutes(app, callers, async (onRefused) => {
          // The MCP SDK takes 20 MB and 0.1 s, so it is loaded only for the first MCP request.
          const { createMcpHttpHandler } = await import('./mcp/http-handler.js');
          return createMcpHttpHandler({ version, runTool, runAvatarTool, onRefused });
        });
        registerEventStream(app, {
          url: '/api/v1/events',
          log: events,
          publisher: bus.news,
          hears: callers.hears,
        });
      },
    });
    registerMemoryMetrics(service.metrics, memories, embedder, cache);
    onClose(() => service.close());
    // Closed earlier, so that no request waits for the model. The model starts with its first call.
    onClose(() => judgeModel?.close());
    onClose(() => operations.interrupt());

    // Runs a query before listening, so that the first query of a user is not slowed down by initialisation.
    await searchMemories(memories, 'What was decided?', { page: 1, pageSize: 10, filter: {} }).catch(
      (error) => {
        if (!damage.note(error)) throw error;
        onError(error);
      },
    );
    return service.listen();
  }).catch((error: unknown) => {
    throw damagedDatabase(database, error) ?? storageError(error);
  });
}

/**
 * Reports damage that requests have found in the status of the database; a partially damaged service
 * continues to work.
 */
function withDamage(components: MemoryComponents, damage: DamageWatch): MemoryComponents {
  const { database } = components;
  const probe = () => {
    damage.assertNone();
    return database.probe();
  };
  return { ...components, database: { ...database, probe } };
}

/**
 * Rejects isolation without tokens: every caller would be an administrator, and the setting would have no
 * effect.
 */
function assertAgentsCanBeApart(isolation: 'off' | 'on', tokens: readonly AccessToken[]): void {
  if (isolation === 'off' || tokens.some(({ agent }) => agent !== null)) return;
  throw new AppError(
    'invalid_configuration',
    'MEMORY_AGENT_ISOLATION: expected MEMORY_API_TOKEN with a token for each agent, as agent=token, received none',
  );
}

/** Returns the address of the avatar service for the studio, also if MCP does not use it. */
function avatarAddress({ AVATAR_URL }: MemoryConfig): string {
  return URL.canParse(AVATAR_URL) ? AVATAR_URL : 'http://127.0.0.1:8765';
}
