import type { Client } from 'openapi-fetch';
import {
  type CallOptions,
  type Connection,
  type ConnectionOptions,
  connect,
  withOptions,
} from './connection.js';
import { type AnimaEvent, type FollowOptions, followEvents } from './follow-events.js';
import { memoryKeyedCalls, type operations, type paths } from './memory-api.js';
import type { AnswerOf, BodyOf, QueryOf } from './operation.js';
import { pause } from './pause.js';

type Body<Id extends keyof operations> = BodyOf<operations[Id]>;
type Answer<Id extends keyof operations> = AnswerOf<operations[Id]>;
type Query<Id extends keyof operations> = QueryOf<operations[Id]>;

export type NewMemory = Body<'remember'>;
export type Memory = Answer<'getMemory'>;
export type RememberedMemory = Answer<'remember'>;
export type RecalledMemory = Answer<'recall'>['memories'][number];
export type MemoryFilter = NonNullable<Body<'recall'>['filter']>;
export type AuditRun = Answer<'runAudit'>;
export type AuditFinding = AuditRun['findings'][number];
export type PairVerdict = Extract<Body<'judgePairs'>, { verdicts: unknown }>['verdicts'][number];
export type ProjectContext = Answer<'projectContext'>;
export type MemoryStatus = Answer<'status'>;

/** What the memory service does, by name; each call takes a signal, and rejects with `AnimaError` or `ServiceUnreachableError`. */
export interface MemoryClient {
  readonly url: string;
  /** Stored when this resolves, with what it may repeat (`similar`) or contradict. */
  remember(memory: NewMemory, options?: CallOptions): Promise<RememberedMemory>;
  /** The memories most relevant to a question, best first. */
  recall(
    query: string,
    choice?: Omit<Body<'recall'>, 'query'>,
    options?: CallOptions,
  ): Promise<Answer<'recall'>>;
  /** All that pass the filter, most relevant first, page by page. */
  search(
    query: string,
    choice?: Omit<Body<'search'>, 'query'>,
    options?: CallOptions,
  ): Promise<Answer<'search'>>;
  /** Newest first, page by page. */
  list(query?: Query<'listMemories'>, options?: CallOptions): Promise<Answer<'listMemories'>>;
  get(
    memoryId: string,
    choice?: Omit<Body<'getMemory'>, 'memory_id'>,
    options?: CallOptions,
  ): Promise<Memory>;
  update(
    memoryId: string,
    change: Body<'updateMemory'>,
    options?: CallOptions,
  ): Promise<Answer<'updateMemory'>>;
  /** Archived: found no more, and kept. */
  forget(
    memoryId: string,
    choice?: Omit<Body<'forget'>, 'memory_id'>,
    options?: CallOptions,
  ): Promise<Answer<'forget'>>;
  restore(memoryId: string, options?: CallOptions): Promise<Answer<'restore'>>;
  /** With these agents, or with all. */
  share(memoryId: string, agents?: readonly string[], options?: CallOptions): Promise<Answer<'share'>>;
  /** This memory replaces others, which are archived. */
  supersede(
    memoryId: string,
    superseded: Body<'supersede'>['superseded'],
    choice?: Omit<Body<'supersede'>, 'superseded'>,
    options?: CallOptions,
  ): Promise<Answer<'supersede'>>;
  /** What stands between this memory and others. */
  relations(memoryId: string, options?: CallOptions): Promise<Answer<'memoryRelations'>>;
  history(memoryId: string, options?: CallOptions): Promise<Answer<'memoryHistory'>>;
  /** What matters of a project, by its id or name; `max_tokens` adds a text for a prompt. */
  context(project: string, query?: Query<'projectContext'>, options?: CallOptions): Promise<ProjectContext>;
  audit: {
    /** Resolves when it has ended. */
    run(body: Body<'runAudit'>, options?: CallOptions): Promise<AuditRun>;
    get(runId: string, options?: CallOptions): Promise<Answer<'getAuditRun'>>;
    /** A run that another caller has begun, when it has ended. */
    wait(runId: string, options?: CallOptions): Promise<Answer<'getAuditRun'>>;
    list(query?: Query<'auditHistory'>, options?: CallOptions): Promise<Answer<'auditHistory'>>;
    /** It is in no later run. */
    suppress(runId: string, findingId: string, options?: CallOptions): Promise<Answer<'suppressFinding'>>;
    unsuppress(runId: string, findingId: string, options?: CallOptions): Promise<Answer<'unsuppressFinding'>>;
    /** What stands between pairs that were left undecided; with a run, its findings follow. */
    judge(
      verdicts: readonly PairVerdict[],
      choice?: { run_id?: string },
      options?: CallOptions,
    ): Promise<Answer<'judgePairs'>>;
    /** One memory of several, which are archived. */
    merge(memoryIds: readonly string[], options?: CallOptions): Promise<Answer<'mergeMemories'>>;
  };
  cache: {
    check(body: Body<'checkCache'>, options?: CallOptions): Promise<Answer<'checkCache'>>;
    store(body: Body<'storeInCache'>, options?: CallOptions): Promise<Answer<'storeInCache'>>;
    /** All of it, or what one model answered. */
    clear(query?: Query<'clearCache'>, options?: CallOptions): Promise<Answer<'clearCache'>>;
    stats(options?: CallOptions): Promise<Answer<'cacheStats'>>;
  };
  archive: {
    /** Written on the machine of the service. */
    export(body: Body<'exportArchive'>, options?: CallOptions): Promise<Answer<'exportArchive'>>;
    import(body: Body<'importArchive'>, options?: CallOptions): Promise<Answer<'importArchive'>>;
  };
  /** What other tools wrote. */
  foreign: {
    import(body: Body<'importForeign'>, options?: CallOptions): Promise<Answer<'importForeign'>>;
    /** What there is on the machine of the service. */
    scan(options?: CallOptions): Promise<Answer<'scanOnboarding'>>;
    importAll(body: Body<'importOnboarding'>, options?: CallOptions): Promise<Answer<'importOnboarding'>>;
  };
  /** An agent counts as connected for a while after this. */
  heartbeat(body: Body<'heartbeat'>, options?: CallOptions): Promise<Answer<'heartbeat'>>;
  status(options?: CallOptions): Promise<MemoryStatus>;
  /** Whether it answers at all, without a token. */
  health(options?: CallOptions): Promise<Answer<'getHealth'>>;
  /** What happens, as it happens. */
  events(options?: FollowOptions): AsyncGenerator<AnimaEvent, void, void>;
  /** Every path, typed; see `answer`. */
  readonly api: Client<paths>;
  /** The answer of a call of `api`, or the error that the methods above reject with. */
  readonly answer: Connection<paths>['answer'];
}

/** Pauses between looks at an audit grow to this. */
const LAST_LOOK_MS = 2_000;

/** POSTs that do the same once and twice. */
const REPEATABLE = [
  ...['get', 'recall', 'search', 'share', 'restore', 'cache/check', 'agents/heartbeat'],
  ...['memories/audit/suppress', 'memories/audit/unsuppress'],
].map((name) => `POST /api/v1/${name}`);

export function createMemoryClient(connection: ConnectionOptions = {}): MemoryClient {
  const table = {
    keyed: memoryKeyedCalls,
    repeatable: [...REPEATABLE, 'PATCH /api/v1/memories/{memory_id}'],
  };
  const {
    url,
    api,
    answer,
    events: stream,
  } = connect<paths>('memory', 'http://127.0.0.1:9090', table, connection);
  const by = withOptions;
  const auditRun = (run_id: string, options?: CallOptions) =>
    answer(api.GET('/api/v1/memories/audit/{run_id}', { params: { path: { run_id } }, ...by(options) }));
  return {
    ...{ url, api, answer },
    remember: (body, options) => answer(api.POST('/api/v1/remember', { body, ...by(options) })),
    recall: (query, choice, options) =>
      answer(api.POST('/api/v1/recall', { body: { ...choice, query }, ...by(options) })),
    search: (query, choice, options) =>
      answer(api.POST('/api/v1/search', { body: { ...choice, query }, ...by(options) })),
    list: (query = {}, options) => answer(api.GET('/api/v1/memories', { params: { query }, ...by(options) })),
    get: (memory_id, choice, options) =>
      answer(api.POST('/api/v1/get', { body: { ...choice, memory_id }, ...by(options) })),
    update: (memory_id, body, options) =>
      answer(
        api.PATCH('/api/v1/memories/{memory_id}', { params: { path: { memory_id } }, body, ...by(options) }),
      ),
    forget: (memory_id, choice, options) =>
      answer(api.POST('/api/v1/forget', { body: { ...choice, memory_id }, ...by(options) })),
    restore: (memory_id, options) =>
      answer(api.POST('/api/v1/restore', { body: { memory_id }, ...by(options) })),
    share: (memory_id, agents, options) =>
      answer(
        api.POST('/api/v1/share', {
          body: { memory_id, ...(agents === undefined ? {} : { target_agents: [...agents] }) },
          ...by(options),
        }),
      ),
    supersede: (memory_id, superseded, choice, options) =>
      answer(
        api.POST('/api/v1/memories/{memory_id}/supersede', {
          params: { path: { memory_id } },
          body: { ...choice, superseded },
          ...by(options),
        }),
      ),
    relations: (memory_id, options) =>
      answer(
        api.GET('/api/v1/memories/{memory_id}/relations', {
          params: { path: { memory_id } },
          ...by(options),
        }),
      ),
    history: (memory_id, options) =>
      answer(
        api.GET('/api/v1/memories/{memory_id}/history', { params: { path: { memory_id } }, ...by(options) }),
      ),
    context: (project_id, query = {}, options) =>
      answer(
        api.GET('/api/v1/project/{project_id}/context', {
          params: { path: { project_id }, query },
          ...by(options),
        }),
      ),
    audit: {
      run: (body, options) => answer(api.POST('/api/v1/memories/audit', { body, ...by(options) })),
      get: auditRun,
      async wait(runId, options) {
        for (let delayMs = 100; ; delayMs = Math.min(delayMs * 1.5, LAST_LOOK_MS)) {
          const run = await auditRun(runId, options);
          if (run.state !== 'running') return run;
          await pause(delayMs, options?.signal);
        }
      },
      list: (query = {}, options) =>
        answer(api.GET('/api/v1/memories/audit/history', { params: { query }, ...by(options) })),
      suppress: (run_id, finding_id, options) =>
        answer(api.POST('/api/v1/memories/audit/suppress', { body: { run_id, finding_id }, ...by(options) })),
      unsuppress: (run_id, finding_id, options) =>
        answer(
          api.POST('/api/v1/memories/audit/unsuppress', { body: { run_id, finding_id }, ...by(options) }),
        ),
      judge: (verdicts, choice, options) =>
        answer(
          api.POST('/api/v1/memories/audit/verdicts', {
            body: { ...choice, verdicts: [...verdicts] },
            ...by(options),
          }),
        ),
      merge: (memoryIds, options) =>
        answer(
          api.POST('/api/v1/memories/audit/merge', { body: { memory_ids: [...memoryIds] }, ...by(options) }),
        ),
    },
    cache: {
      check: (body, options) => answer(api.POST('/api/v1/cache/check', { body, ...by(options) })),
      store: (body, options) => answer(api.POST('/api/v1/cache/store', { body, ...by(options) })),
      clear: (query = {}, options) =>
        answer(api.DELETE('/api/v1/cache', { params: { query }, ...by(options) })),
      stats: (options) => answer(api.GET('/api/v1/cache/stats', by(options))),
    },
    archive: {
      export: (body, options) => answer(api.POST('/api/v1/export', { body, ...by(options) })),
      import: (body, options) => answer(api.POST('/api/v1/import', { body, ...by(options) })),
    },
    foreign: {
      import: (body, options) => answer(api.POST('/api/v1/import/foreign', { body, ...by(options) })),
      scan: (options) => answer(api.GET('/api/v1/onboarding/scan', by(options))),
      importAll: (body, options) => answer(api.POST('/api/v1/onboarding/import', { body, ...by(options) })),
    },
    heartbeat: (body, options) => answer(api.POST('/api/v1/agents/heartbeat', { body, ...by(options) })),
    status: (options) => answer(api.GET('/api/v1/status', by(options))),
    health: (options) => answer(api.GET('/health', by(options))),
    events: (options) =>
      followEvents(
        (query, signal) =>
          stream(api.GET('/api/v1/events', { params: { query }, parseAs: 'stream', signal })),
        options,
      ),
  };
}
