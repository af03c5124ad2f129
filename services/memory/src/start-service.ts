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
import { agentRoutes } from './agents/agent-routes.js';
import { archiveRoutes } from './archive/archive-routes.js';
import { ownNames } from './archive/files/own-files.js';
import { createAuditCalls } from './audit/audit-calls.js';
import { auditRoutes } from './audit/audit-routes.js';
import { verdictRoutes } from './audit/verdict-routes.js';
import { cacheRoutes } from './cache/cache-routes.js';
import type { MemoryConfig } from './config.js';
import { createOperations } from './create-operations.js';
import { embeddingRoutes } from './embedding/embedding-routes.js';
import type { OnnxEmbedder } from './embedding/onnx/onnx-embedder.js';
import { erasureRoutes } from './erasure/erasure-routes.js';
import { memoryErrors } from './error-codes.js';
import { refuseBrokenTexts } from './http/broken-texts.js';
import { createCallers, keepToAdministrators } from './http/callers.js';
import { mcpRoutes } from './http/mcp-routes.js';
import { readyRoute } from './http/ready.js';
import { foreignRoutes } from './import/import-routes.js';
import { onboardingRoutes } from './import/onboarding-routes.js';
import { createAvatarTools } from './mcp/avatar-tools.js';
import { createToolRunner } from './mcp/run-tool.js';
import { lifecycleRoutes } from './memory/lifecycle-routes.js';
import { memoryRoutes } from './memory/memory-routes.js';
import { mergeRoutes } from './memory/merge-routes.js';
import { projectChangesRoutes } from './memory/project-changes-routes.js';
import { projectRoutes } from './memory/project-routes.js';
import { registerMemoryMetrics } from './memory-metrics.js';
import { memoryToolRoutes } from './memory-tool/memory-tool-routes.js';
import { openEmbedder } from './open-embedder.js';
import { openBus, openSharedCache } from './open-engines.js';
import { openJudge } from './open-judge.js';
import { openProxies } from './open-proxies.js';
import { proxyRoutes } from './proxy/proxy-routes.js';
import { search as searchMemories } from './recall/recall.js';
import { recallRoutes } from './recall/recall-routes.js';
import { relationRoutes } from './relations/relation-routes.js';
import { type MemoryComponents, memoryComponents } from './status/components.js';
import { statusRoutes } from './status/status-routes.js';
import { openRamSearch } from './storage/open-ram-search.js';
import { openSettledStorage } from './storage/open-storage.js';
import { storageError } from './storage/sqlite/storage-error.js';
import type { OpenStorage } from './storage/storage.js';

const version = readVersion(new URL('../package.json', import.meta.url));

export interface MemoryStartOptions extends StartOptions {
  /** Opens the storage; by default SQLite in the data directory or PostgreSQL, as configured. */
  openStorage?: OpenStorage;
  /** By default the configured embedder, which the service closes; a given embedder stays open. */
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

    const { search, rewriteIndex } =
      storage.search === null
        ? await openRamSearch({ config, storage, embedder, log, onError, onClose })
        : { search: storage.search, rewriteIndex: async () => {} };
    const repeats = sharedCache ? cacheIdempotency(idempotency, sharedCache) : idempotency;

    const judgeModel = await openJudge(config);
    const operations = await createOperations({
      config,
      version,
      storage,
      embedder,
      sharedCache,
      search,
      rewriteIndex,
      idempotency: repeats,
      judgeModel,
      clock,
      log,
      onError,
      onClose,
    });
    const { memories, limits, cache, auditing, archives, erasures, foreignFiles, foreignImporter } =
      operations;
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
    const proxies = openProxies(config);
    let storeProxiedTurns = async () => {};
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
      idempotency: repeats,
      ...options,
      routes: (app) => {
        app.addHook('onError', async (_request, _reply, error) => void damage.note(error));
        keepToAdministrators(app, callers);
        refuseBrokenTexts(app);
        memoryRoutes(app, callers, limits);
        memoryToolRoutes(app, callers, limits);
        recallRoutes(app, callers, limits);
        embeddingRoutes(app, embedder, limits);
        lifecycleRoutes(app, callers);
        relationRoutes(app, callers);
        mergeRoutes(app, callers, limits);
        cacheRoutes(app, cache, callers, store, limits);
        auditRoutes(app, auditing);
        verdictRoutes(app, auditing);
        archiveRoutes(app, archives, store);
        foreignRoutes(app, foreignFiles, foreignImporter);
        onboardingRoutes(app, store, foreignFiles, foreignImporter);
        erasureRoutes(app, erasures, storage.erasures, store);
        projectRoutes(app, callers);
        projectChangesRoutes(app, callers, erasures);
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
        storeProxiedTurns = proxyRoutes(app, { ...proxies, callers, cache, limits });
        registerEventStream(app, {
          url: '/api/v1/events',
          log: events,
          publisher: bus.news,
          filterFor: callers.hears,
        });
      },
    });
    registerMemoryMetrics(service.metrics, memories, embedder, cache);
    onClose(() => proxies.close());
    onClose(() => storeProxiedTurns());
    onClose(() => service.close());
    // Closed earlier, so that no request waits for the model. The model starts with its first call.
    onClose(() => judgeModel?.close());
    onClose(() => operations.interrupt());

    // Runs a query before listening, so that the first query of a user is not slower.
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

/** Reports damage that requests have found. A partially damaged service continues to work. */
function withDamage(components: MemoryComponents, damage: DamageWatch): MemoryComponents {
  const { database } = components;
  const probe = () => {
    damage.assertNone();
    return database.probe();
  };
  return { ...components, database: { ...database, probe } };
}

/** Rejects isolation without tokens, since every caller would be an administrator. */
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
