import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import type { RemoteCache } from '@anima/service/engines';
import { AppError } from '@anima/service/errors';
import { createAllowedPaths } from '@anima/service/files';
import type { IdempotencyStore } from '@anima/service/http';
import type { Log, OnClose } from '@anima/service/process';
import { createAgents } from './agents/agents.js';
import { createArchives } from './archive/archives.js';
import { removeUnfinishedExport } from './archive/export-archive.js';
import { createArchiveFiles } from './archive/files/archive-files.js';
import { ownFiles } from './archive/files/own-files.js';
import type { AuditDependencies } from './audit/audit-dependencies.js';
import { createAuditQueue } from './audit/audit-queue.js';
import { createConfigFolder } from './audit/files/config-folder.js';
import { createProjectFiles } from './audit/files/project-tree.js';
import { createSkillFolder } from './audit/files/skill-folder.js';
import { sweepUnfinishedRuns } from './audit/sweep-unfinished-runs.js';
import { failUnfinishedRuns } from './audit/write-audit-runs.js';
import type { Confirmation } from './cache/confirmation.js';
import { createResponseCache } from './cache/response-cache.js';
import type { MemoryConfig } from './config.js';
import { readCalibrationFile } from './embedding/calibration/calibration-file.js';
import { findCalibration } from './embedding/calibration/find-calibration.js';
import { createVectorCompleter } from './embedding/complete-vectors.js';
import { createQuestionVectors, createSharedVectors } from './embedding/question-vectors.js';
import type { TextEmbedder } from './embedding/text-embedder.js';
import { createErasures } from './erasure/erase-memories.js';
import { createForeignFiles } from './import/files/foreign-files.js';
import { createForeignImporter } from './import/import-foreign.js';
import type { ChoiceModel } from './judge/choice-model.js';
import { createModelJudge } from './judge/model-judge.js';
import type { PairJudge } from './judge/pair-judge.js';
import { createAccessCounter } from './memory/access-counter.js';
import { createLatestTurns, lastStoredTurn } from './memory/conversation/latest-turns.js';
import { createUnmarkedTurns } from './memory/conversation/unmarked-turns.js';
import { sweepExpired } from './memory/expiry.js';
import type { MemoryDependencies } from './memory/memory-dependencies.js';
import type { MemorySearch } from './search/memory-search.js';
import type { Storage } from './storage/storage.js';
import { createRuleJudge } from './text-comparison/rule-judge.js';

export interface OperationOptions {
  config: MemoryConfig;
  version: string;
  storage: Storage;
  embedder: TextEmbedder;
  search: MemorySearch;
  /** Writes the index file again, without removed memories. */
  rewriteIndex: () => Promise<void>;
  /** Stored responses of repeated calls. */
  idempotency: Pick<IdempotencyStore, 'redact'>;
  /** A cache that processes share for speed; null if the settings name no server. */
  sharedCache: RemoteCache | null;
  /** The LLM judge of pairs; null if the settings name none. */
  judgeModel: ChoiceModel | null;
  clock: () => number;
  log: Log;
  /** Receives errors of background work. */
  onError: (error: unknown) => void;
  onClose: OnClose;
}

/** Creates the operations that routes and tools call, and their background work. */
export async function createOperations(options: OperationOptions) {
  const {
    config,
    version,
    storage,
    embedder,
    search,
    rewriteIndex,
    idempotency,
    sharedCache,
    judgeModel,
    clock,
    log,
    onError,
    onClose,
  } = options;
  const { store, withTransaction, audits } = storage;
  onClose(() => store.close());
  const accesses = createAccessCounter(withTransaction, onError);
  onClose(() => accesses.close());
  const completer = createVectorCompleter({ store, withTransaction, embedder, onError });
  storage.follow(completer.note);
  onClose(() => completer.close());
  const sweep = sweepExpired(withTransaction, clock, onError);
  onClose(() => sweep.close());
  const stored = readCalibrationFile(config.MEMORY_DATA_DIR, embedder.model.name);
  const calibration = findCalibration(embedder.model, stored);
  if (calibration === null)
    log.warn(
      { model: embedder.model.name, revision: embedder.model.revision },
      'this embedding model has no calibration: near duplicates, the cache and audits require the same words (`anima calibrate` helps)',
    );
  const modelJudge =
    judgeModel &&
    createModelJudge({
      model: judgeModel,
      judgements: storage.judgements,
      clock,
      onTrouble: (error) => log.warn({ err: error }, 'the LLM judge is unavailable'),
    });
  const cache = createResponseCache({
    store: storage.responses,
    embedder,
    calibration,
    strictness: config.MEMORY_CACHE_STRICTNESS,
    confirmation: cacheConfirmation(config, modelJudge),
    maxEntries: config.MEMORY_CACHE_MAX_ENTRIES,
    maxBytes: config.MEMORY_CACHE_MAX_BYTES,
    ttlSeconds: config.MEMORY_CACHE_TTL_SECONDS,
    clock,
    onError,
  });
  onClose(() => cache.close());

  const memories: MemoryDependencies = {
    store,
    relations: storage.relations,
    withTransaction,
    search,
    embedder,
    questions: createQuestionVectors(embedder, {
      shared: sharedCache && createSharedVectors(sharedCache, embedder),
    }),
    calibration,
    quickJudge: createRuleJudge(calibration?.statements ?? null),
    modelJudge,
    agents: createAgents({
      registry: storage.agents,
      withTransaction,
      timeoutMs: config.MEMORY_AGENT_TIMEOUT_SECONDS * 1000,
      clock,
      beats: sharedCache,
    }),
    accesses,
    tails: createLatestTurns((conversation) => lastStoredTurn({ store, search }, conversation), storage),
    unmarkedTurns: createUnmarkedTurns(),
    secretPolicy: config.MEMORY_SECRETS,
    clock,
  };
  const limits = {
    contentBytes: config.MEMORY_MAX_CONTENT_BYTES,
    queryBytes: config.MEMORY_MAX_QUERY_BYTES,
  };
  const paths = createAllowedPaths({
    roots: config.MEMORY_FILE_ROOTS ?? [homedir(), config.MEMORY_DATA_DIR],
    forbidden: ownFiles(config.MEMORY_DATA_DIR),
  });

  const interrupted = await failUnfinishedRuns(
    withTransaction,
    clock(),
    'The service stopped during this run',
  );
  if (interrupted > 0) log.warn({ runs: interrupted }, 'audits that the last stop interrupted have failed');
  const auditing: AuditDependencies = {
    ...memories,
    modelBudget: { pairs: config.MEMORY_JUDGE_MAX_PAIRS, seconds: config.MEMORY_JUDGE_SECONDS },
    audits,
    keepRuns: config.MEMORY_AUDIT_RUNS,
    queue: createAuditQueue(),
    skillFolder: createSkillFolder(),
    configFolder: createConfigFolder(),
    files: createProjectFiles(paths),
  };
  if (storage.isShared) {
    const unfinished = sweepUnfinishedRuns(auditing, onError);
    onClose(() => unfinished.close());
  }
  const archiving = {
    ...memories,
    archives: storage.archives,
    erasures: storage.erasures,
    files: createArchiveFiles(paths, realpathSync(config.MEMORY_DATA_DIR)),
    serviceVersion: version,
    onError,
    limits,
  };
  await removeUnfinishedExport(archiving);
  const archives = createArchives(archiving);
  const erasures = createErasures({
    ...memories,
    erasures: storage.erasures,
    responses: storage.responses,
    idempotency,
    withoutArchives: archives.without,
    rewriteIndex,
  });
  // An error must not prevent the start: the erasure stays unfinished, and the next start continues it.
  const resumed = await erasures.resume().catch((error) => {
    onError(error);
    return 0;
  });
  if (resumed > 0) log.warn({ erasures: resumed }, 'erasures that the last stop interrupted are finished');
  const foreignFiles = createForeignFiles({
    allowed: paths,
    home: config.MEMORY_USER_HOME,
    scanRoots: config.MEMORY_SCAN_ROOTS,
    maxContentBytes: limits.contentBytes,
  });
  return {
    memories,
    limits,
    cache,
    auditing,
    archives,
    erasures,
    foreignFiles,
    foreignImporter: createForeignImporter(memories, foreignFiles),
    /** Stops long operations, so that the shutdown does not wait for their requests. */
    async interrupt() {
      await foreignFiles.close();
      await auditing.queue.close();
      await erasures.close();
      await archives.close();
    },
  };
}

function cacheConfirmation(
  { MEMORY_CACHE_CONFIRM, MEMORY_CACHE_CONFIRM_MS: timeoutMs }: MemoryConfig,
  judge: PairJudge | null,
): Confirmation | null {
  if (MEMORY_CACHE_CONFIRM === 'off') return null;
  if (judge !== null) return { judge, timeoutMs };
  throw new AppError(
    'invalid_configuration',
    'MEMORY_CACHE_CONFIRM: expected a judge (MEMORY_JUDGE_URL or MEMORY_JUDGE_MODEL) for model, received none',
  );
}
