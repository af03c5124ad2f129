import { type CallOptions, type ConnectionOptions, connect } from './connection.js';
import { type FollowOptions, followEvents } from './follow-events.js';
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
export type ErasurePlan = Answer<'erase'>;
export type MemoryStatus = Answer<'status'>;

/** Client of the memory service, whose methods reject with `AnimaError` or `ServiceUnreachableError`. */
export interface MemoryClient extends ReturnType<typeof buildClient> {}

/** Longest pause between two requests for the state of a running audit. */
const MAX_POLL_MS = 2_000;

/** Calls other than GET that have the same effect once and twice. */
const REPEATABLE = [
  ...['get', 'recall', 'search', 'share', 'restore', 'cache/check', 'agents/heartbeat'],
  ...['memories/audit/suppress', 'memories/audit/unsuppress'],
].map((name) => `POST /api/v1/${name}`);

/** Creates a client of the memory service; the default address is http://127.0.0.1:9090. */
export function createMemoryClient(connection: ConnectionOptions = {}): MemoryClient {
  return buildClient(connection);
}

function buildClient(connection: ConnectionOptions) {
  const table = {
    keyed: memoryKeyedCalls,
    repeatable: [...REPEATABLE, 'PATCH /api/v1/memories/{memory_id}'],
  };
  const {
    url,
    api,
    answer,
    call,
    events: stream,
  } = connect<paths>('memory', 'http://127.0.0.1:9090', table, connection);
  const auditRun = (run_id: string, options?: CallOptions) =>
    call('GET', '/api/v1/memories/audit/{run_id}', { path: { run_id } }, options);
  return {
    /** Address of the service. */
    url,
    /** Every path of the service, typed; see `answer`. */
    api,
    /** Resolves to the response body of a call of `api`, or rejects with the error that the methods reject with. */
    answer,
    /** Stores a memory; the response names memories that it may duplicate (`similar`) or contradict. */
    remember: (body: NewMemory, options?: CallOptions) => call('POST', '/api/v1/remember', { body }, options),
    /** Returns the memories most relevant to a query, best first. */
    recall: (query: string, choice?: Omit<Body<'recall'>, 'query'>, options?: CallOptions) =>
      call('POST', '/api/v1/recall', { body: { ...choice, query } }, options),
    /** Returns all memories that pass the filter, most relevant first, page by page. */
    search: (query: string, choice?: Omit<Body<'search'>, 'query'>, options?: CallOptions) =>
      call('POST', '/api/v1/search', { body: { ...choice, query } }, options),
    /** Lists memories, newest first, page by page. */
    list: (query?: Query<'listMemories'>, options?: CallOptions) =>
      call('GET', '/api/v1/memories', { query }, options),
    get: (memory_id: string, choice?: Omit<Body<'getMemory'>, 'memory_id'>, options?: CallOptions) =>
      call('POST', '/api/v1/get', { body: { ...choice, memory_id } }, options),
    update: (memory_id: string, body: Body<'updateMemory'>, options?: CallOptions) =>
      call('PATCH', '/api/v1/memories/{memory_id}', { path: { memory_id }, body }, options),
    /** Archives a memory: recall does not return it any more. */
    forget: (memory_id: string, choice?: Omit<Body<'forget'>, 'memory_id'>, options?: CallOptions) =>
      call('POST', '/api/v1/forget', { body: { ...choice, memory_id } }, options),
    restore: (memory_id: string, options?: CallOptions) =>
      call('POST', '/api/v1/restore', { body: { memory_id } }, options),
    /** Shares a memory with these agents, or with all. */
    share: (memory_id: string, agents?: readonly string[], options?: CallOptions) => {
      const targets = agents === undefined ? {} : { target_agents: [...agents] };
      return call('POST', '/api/v1/share', { body: { memory_id, ...targets } }, options);
    },
    /** Replaces other memories by this one, and archives them. */
    supersede: (
      memory_id: string,
      superseded: Body<'supersede'>['superseded'],
      choice?: Omit<Body<'supersede'>, 'superseded'>,
      options?: CallOptions,
    ) =>
      call(
        'POST',
        '/api/v1/memories/{memory_id}/supersede',
        { path: { memory_id }, body: { ...choice, superseded } },
        options,
      ),
    /** Returns the relations between this memory and others. */
    relations: (memory_id: string, options?: CallOptions) =>
      call('GET', '/api/v1/memories/{memory_id}/relations', { path: { memory_id } }, options),
    history: (memory_id: string, options?: CallOptions) =>
      call('GET', '/api/v1/memories/{memory_id}/history', { path: { memory_id } }, options),
    /** Returns the important memories of a project, by its id or name; `max_tokens` adds a text for a prompt. */
    context: (project_id: string, query?: Query<'projectContext'>, options?: CallOptions) =>
      call('GET', '/api/v1/project/{project_id}/context', { path: { project_id }, query }, options),
    /** Removes memories permanently, or lists them with `dry_run`. Requires the rights of an administrator. */
    erase: (body: Body<'erase'>, options?: CallOptions) => call('POST', '/api/v1/erase', { body }, options),
    /** Lists the receipts of erasures, newest first. */
    erasures: (query?: Query<'listErasures'>, options?: CallOptions) =>
      call('GET', '/api/v1/erasures', { query }, options),
    /** Projects, by id or name. Requires the rights of an administrator. */
    projects: {
      list: (options?: CallOptions) => call('GET', '/api/v1/projects', {}, options),
      rename: (project_id: string, name: string, options?: CallOptions) =>
        call('PATCH', '/api/v1/project/{project_id}', { path: { project_id }, body: { name } }, options),
      /** Moves everything of a project into another one. */
      merge: (project_id: string, into: string, options?: CallOptions) =>
        call('POST', '/api/v1/project/{project_id}/merge', { path: { project_id }, body: { into } }, options),
      /** Deletes a project without memories; with `erase`, erases its memories first. */
      delete: (project_id: string, query?: Query<'deleteProject'>, options?: CallOptions) =>
        call('DELETE', '/api/v1/project/{project_id}', { path: { project_id }, query }, options),
    },
    audit: {
      /** Runs an audit; resolves when it has finished. */
      run: (body: Body<'runAudit'>, options?: CallOptions) =>
        call('POST', '/api/v1/memories/audit', { body }, options),
      get: auditRun,
      /** Waits until a run that another caller started has finished. */
      async wait(runId: string, options?: CallOptions) {
        for (let delayMs = 100; ; delayMs = Math.min(delayMs * 1.5, MAX_POLL_MS)) {
          const run = await auditRun(runId, options);
          if (run.state !== 'running') return run;
          await pause(delayMs, options?.signal);
        }
      },
      list: (query?: Query<'auditHistory'>, options?: CallOptions) =>
        call('GET', '/api/v1/memories/audit/history', { query }, options),
      /** Omits a finding from all later runs. */
      suppress: (run_id: string, finding_id: string, options?: CallOptions) =>
        call('POST', '/api/v1/memories/audit/suppress', { body: { run_id, finding_id } }, options),
      unsuppress: (run_id: string, finding_id: string, options?: CallOptions) =>
        call('POST', '/api/v1/memories/audit/unsuppress', { body: { run_id, finding_id } }, options),
      /** Stores verdicts on undecided pairs; with `run_id`, the findings of that run follow from them. */
      judge: (verdicts: readonly PairVerdict[], choice?: { run_id?: string }, options?: CallOptions) =>
        call(
          'POST',
          '/api/v1/memories/audit/verdicts',
          { body: { ...choice, verdicts: [...verdicts] } },
          options,
        ),
      /** Merges several memories into one, and archives them. */
      merge: (memoryIds: readonly string[], options?: CallOptions) =>
        call('POST', '/api/v1/memories/audit/merge', { body: { memory_ids: [...memoryIds] } }, options),
    },
    cache: {
      check: (body: Body<'checkCache'>, options?: CallOptions) =>
        call('POST', '/api/v1/cache/check', { body }, options),
      store: (body: Body<'storeInCache'>, options?: CallOptions) =>
        call('POST', '/api/v1/cache/store', { body }, options),
      /** Removes all responses, or the responses of one model. */
      clear: (query?: Query<'clearCache'>, options?: CallOptions) =>
        call('DELETE', '/api/v1/cache', { query }, options),
      stats: (options?: CallOptions) => call('GET', '/api/v1/cache/stats', {}, options),
    },
    /** Archives are files on the machine of the service. */
    archive: {
      export: (body: Body<'exportArchive'>, options?: CallOptions) =>
        call('POST', '/api/v1/export', { body }, options),
      import: (body: Body<'importArchive'>, options?: CallOptions) =>
        call('POST', '/api/v1/import', { body }, options),
    },
    /** Memory files of other tools. */
    foreign: {
      import: (body: Body<'importForeign'>, options?: CallOptions) =>
        call('POST', '/api/v1/import/foreign', { body }, options),
      /** Lists the memory files of other tools on the machine of the service. */
      scan: (options?: CallOptions) => call('GET', '/api/v1/onboarding/scan', {}, options),
      importAll: (body: Body<'importOnboarding'>, options?: CallOptions) =>
        call('POST', '/api/v1/onboarding/import', { body }, options),
    },
    /** Runs a command of Anthropic's memory tool, whose files are memories of the project. */
    memoryTool: (body: Body<'memoryTool'>, options?: CallOptions) =>
      call('POST', '/api/v1/memory-tool', { body }, options),
    /** Marks an agent as connected for a while. */
    heartbeat: (body: Body<'heartbeat'>, options?: CallOptions) =>
      call('POST', '/api/v1/agents/heartbeat', { body }, options),
    status: (options?: CallOptions) => call('GET', '/api/v1/status', {}, options),
    /** Resolves if the service responds; needs no token. */
    health: (options?: CallOptions) => call('GET', '/health', {}, options),
    /** Follows the events of the service. */
    events: (options?: FollowOptions) =>
      followEvents(
        (query, signal) =>
          stream(api.GET('/api/v1/events', { params: { query }, parseAs: 'stream', signal })),
        options,
      ),
  };
}
