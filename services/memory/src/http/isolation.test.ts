import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp, idIn, overHttp } from '../testing/mcp-client.js';
import { type Answer, startTestService, type TestService } from '../testing/test-service.js';

const ada = { authorization: 'Bearer ada-token' };
const bob = { authorization: 'Bearer bob-token' };
const root = { authorization: 'Bearer root-token' };

let service: TestService;
/**
 * A private memory of ada, one that she shares with bob, and one that she shares with all; a memory of bob,
 * and a memory of an administrator.
 */
let ids: Record<'private' | 'shared' | 'open' | 'bobs' | 'roots', string>;

const contents = {
  private: 'The harbour gate opens with the lantern code',
  shared: 'The harbour ferry leaves at nine on Sundays',
  open: 'The harbour office is closed in August',
  bobs: 'The harbour crane was painted red',
  roots: 'The harbour budget is cut next year',
};

beforeAll(async () => {
  service = await startTestService({
    MEMORY_API_TOKEN: 'root-token,ada=ada-token,bob=bob-token',
    MEMORY_AGENT_ISOLATION: 'on',
  });
  const remember = async (
    name: keyof typeof contents,
    headers: Record<string, string>,
    project = 'harbour',
  ) => {
    const { body } = await service.post(
      '/api/v1/remember',
      { content: contents[name], type: 'fact', project, conversation_id: 'c' },
      headers,
    );
    return body.memory_id as string;
  };
  ids = {
    private: await remember('private', ada),
    shared: await remember('shared', ada),
    open: await remember('open', ada),
    bobs: await remember('bobs', bob),
    roots: await remember('roots', root, 'hidden project'),
  };
  await service.post('/api/v1/share', { memory_id: ids.shared, target_agents: ['bob'] }, ada);
  await service.post('/api/v1/share', { memory_id: ids.open }, ada);
});
afterAll(() => service.close());

/** Every operation on one memory, as bob does it. */
const onOneMemory: Record<string, (memory_id: string) => Promise<Answer>> = {
  getMemory: (memory_id) => service.post('/api/v1/get', { memory_id, include_archived: true }, bob),
  memoryHistory: (memory_id) => service.get(`/api/v1/memories/${memory_id}/history`, bob),
  updateMemory: (memory_id) => service.patch(`/api/v1/memories/${memory_id}`, { importance: 0.1 }, bob),
  forget: (memory_id) => service.post('/api/v1/forget', { memory_id, include_archived: true }, bob),
  restore: (memory_id) => service.post('/api/v1/restore', { memory_id }, bob),
  share: (memory_id) => service.post('/api/v1/share', { memory_id, target_agents: ['carl'] }, bob),
  supersede: (memory_id) =>
    service.post(`/api/v1/memories/${ids.bobs}/supersede`, { superseded: [memory_id] }, bob),
  memoryRelations: (memory_id) => service.get(`/api/v1/memories/${memory_id}/relations`, bob),
  mergeMemories: (memory_id) =>
    service.post('/api/v1/memories/audit/merge', { memory_ids: [ids.bobs, memory_id] }, bob),
};

/** Every operation that finds memories, as bob does it: the contents that it gives. */
const finding: Record<string, (filter: object) => Promise<string[]>> = {
  listMemories: async (filter) => {
    const query = new URLSearchParams({ page_size: '200', ...filter });
    return texts((await service.get(`/api/v1/memories?${query}`, bob)).body.memories);
  },
  recall: async (filter) =>
    texts((await service.post('/api/v1/recall', { query: 'harbour', limit: 50, filter }, bob)).body.memories),
  search: async (filter) =>
    texts((await service.post('/api/v1/search', { query: 'harbour', filter }, bob)).body.results),
};

function texts(memories: readonly { content: string }[]): string[] {
  return memories.map(({ content }) => content).sort();
}

/** Every operation about the whole store or files, with a body that passes its schema. */
const forAdministrators: Record<string, (headers: Record<string, string>) => Promise<Answer>> = {
  exportArchive: (headers) => service.post('/api/v1/export', { output_path: '/nowhere/x.json' }, headers),
  importArchive: (headers) => service.post('/api/v1/import', { source_path: '/nowhere/x.json' }, headers),
  importForeign: (headers) =>
    service.post('/api/v1/import/foreign', { source_path: '/nowhere/x.md' }, headers),
  scanOnboarding: (headers) => service.get('/api/v1/onboarding/scan', headers),
  importOnboarding: (headers) =>
    service.post('/api/v1/onboarding/import', { file_paths: ['/nowhere/x.md'] }, headers),
  runAudit: (headers) => service.post('/api/v1/memories/audit', { scope: 'global' }, headers),
  auditHistory: (headers) => service.get('/api/v1/memories/audit/history', headers),
  getAuditRun: (headers) => service.get(`/api/v1/memories/audit/${ids.bobs}`, headers),
  judgePairs: (headers) =>
    service.post(
      '/api/v1/memories/audit/verdicts',
      [{ memory_ids: [ids.bobs, ids.shared], verdict: 'distinct' }],
      headers,
    ),
  suppressFinding: (headers) =>
    service.post('/api/v1/memories/audit/suppress', { run_id: ids.bobs, finding_id: ids.bobs }, headers),
  unsuppressFinding: (headers) =>
    service.post('/api/v1/memories/audit/unsuppress', { run_id: ids.bobs, finding_id: ids.bobs }, headers),
  cacheStats: (headers) => service.get('/api/v1/cache/stats', headers),
  getMetrics: (headers) => service.get('/metrics', headers),
  erase: (headers) => service.post('/api/v1/erase', { memory_ids: [ids.bobs], dry_run: true }, headers),
  listErasures: (headers) => service.get('/api/v1/erasures', headers),
  listProjects: (headers) => service.get('/api/v1/projects', headers),
  renameProject: (headers) => service.patch('/api/v1/project/nowhere', { name: 'x' }, headers),
  mergeProjects: (headers) => service.post('/api/v1/project/nowhere/merge', { into: 'harbour' }, headers),
  deleteProject: (headers) => service.request('DELETE', '/api/v1/project/nowhere?erase=true', { headers }),
  clearCache: (headers) => service.request('DELETE', '/api/v1/cache?model=none', { headers }),
};

/** Operations that other tests cover, or that are the same for all callers. */
const others = {
  ownTest: [
    'remember',
    'projectContext',
    'status',
    'checkCache',
    'storeInCache',
    'streamEvents',
    'mcp',
    'memoryTool',
    'heartbeat',
  ],
  noMemories: ['getHealth', 'getReady', 'getOpenApi', 'createEmbeddings', 'listEmbeddingModels'],
};

it('leaves out no operation of the service', async () => {
  const { body } = await service.get('/openapi.json', root);
  const operations = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((path) => Object.values(path))
    .map(({ operationId }) => operationId);
  const known = [onOneMemory, finding, forAdministrators].flatMap(Object.keys);
  expect(operations.sort()).toEqual([...known, ...others.ownTest, ...others.noMemories].sort());
});

describe('an agent', () => {
  it.each(Object.keys(onOneMemory))(
    '%s: finds nothing of another, and only reads what is shared',
    async (name) => {
      const run = onOneMemory[name]!;
      for (const id of [ids.private, ids.roots]) {
        const { status, body } = await run(id);
        expect([status, body.code]).toEqual([404, 'memory_not_found']);
        expect(JSON.stringify(body)).not.toContain('harbour');
      }
      for (const id of [ids.shared, ids.open]) {
        const { status, body } = await run(id);
        const reads = name === 'getMemory' || name === 'memoryRelations';
        expect([status, body.code]).toEqual(reads ? [200, undefined] : [403, 'forbidden']);
      }
      if (name !== 'mergeMemories' && name !== 'supersede') expect((await run(ids.bobs)).status).toBe(200);
      await service.post('/api/v1/restore', { memory_id: ids.bobs }, bob);
    },
  );

  it('has not changed data of others', async () => {
    for (const id of [ids.private, ids.shared, ids.open, ids.roots]) {
      const { body } = await service.get(`/api/v1/memories/${id}/history`, root);
      expect(body.history.map(({ agent_id }: { agent_id: string }) => agent_id)).not.toContain('bob');
    }
  });

  it.each(Object.keys(finding))('%s: gives its own and what is shared, whatever the filter', async (name) => {
    const run = finding[name]!;
    const seen = [contents.bobs, contents.shared, contents.open].sort();
    for (const filter of [
      {},
      { project_id: 'harbour' },
      { include_archived: true },
      { memory_type: 'fact' },
    ]) {
      expect(await run(filter)).toEqual(seen);
    }
    expect(await run({ source_agent: 'ada' })).toEqual([contents.open, contents.shared].sort());
    expect(await run({ shared_with: 'ada' })).toEqual([contents.open]);
    expect(await run({ source_agent: 'default' })).toEqual([]);
    expect(await run({ project_id: 'hidden project' })).toEqual([]);
  });

  it.each(Object.keys(forAdministrators))('%s: is refused, and an administrator is not', async (name) => {
    const run = forAdministrators[name]!;
    for (const headers of [ada, bob]) {
      const { status, body } = await run(headers);
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
    expect((await run(root)).status).not.toBe(403);
  });

  it('gets no duplicates that it cannot see', async () => {
    const { body } = await service.post(
      '/api/v1/remember',
      { content: contents.private, type: 'fact', project: 'harbour' },
      bob,
    );
    for (const reported of [body.similar, body.related, body.conflicts])
      expect(reported.map(({ memory_id }: { memory_id: string }) => memory_id)).not.toContain(ids.private);
    const seen = await service.post(
      '/api/v1/remember',
      { content: contents.open, type: 'fact', project: 'harbour' },
      bob,
    );
    expect(seen.body.similar[0].memory_id).toBe(ids.open);
    for (const memory_id of [body.memory_id, seen.body.memory_id])
      await service.post('/api/v1/forget', { memory_id }, bob);
  });

  it('gets counts and project contexts of visible memories only', async () => {
    const { memories, components } = (await service.get('/api/v1/status', bob)).body;
    // Details are numbers of the whole store.
    expect(new Set(Object.values<{ detail: string }>(components).map(({ detail }) => detail))).toEqual(
      new Set(['']),
    );
    expect(memories).toEqual({
      total: 5,
      active: 3,
      archived: 2,
      global: 0,
      projects: 1,
      by_type: { fact: 5 },
      by_project: { harbour: 5 },
    });
    const context = (await service.get('/api/v1/project/harbour/context?max_tokens=2000', bob)).body;
    expect(texts(context.memories.facts)).toEqual([contents.bobs, contents.shared, contents.open].sort());
    expect(texts(context.shared_memories)).toEqual([contents.bobs, contents.shared, contents.open].sort());
    expect(context.counts).toMatchObject({ active: 3, archived: 2 });
    expect(context.context_text).not.toMatch(/lantern|budget/);
    const hidden = (await service.get('/api/v1/project/hidden%20project/context', bob)).body;
    expect(JSON.stringify(hidden)).not.toContain('budget');
  });

  it('finds only its own responses in the cache', async () => {
    const question = { query: 'When does the harbour open?', model: 'm' };
    await service.post('/api/v1/cache/store', { ...question, response: 'for ada' }, ada);
    const check = async (headers: Record<string, string>) =>
      (await service.post('/api/v1/cache/check', question, headers)).body;
    expect(await check(ada)).toMatchObject({ hit: true, response: 'for ada' });
    for (const headers of [bob, root]) expect(await check(headers)).toEqual({ hit: false });
    expect(Object.keys((await service.get('/api/v1/cache/stats', root)).body.by_model)).toContain('ada: m');
  });

  it('gets the usual error for unknown paths', async () => {
    expect((await service.get('/api/v1/none', bob)).status).toBe(404);
    const head = await fetch(`${service.url}/api/v1/memories/audit/history`, {
      method: 'HEAD',
      headers: bob,
    });
    expect(head.status).toBe(403);
  });

  it('speaks for no other', async () => {
    const body = { content: 'x', type: 'fact' };
    for (const [fields, headers] of [
      [{}, { ...bob, 'x-agent-id': 'ada' }],
      [{ source_agent: 'ada' }, bob],
    ] as const) {
      expect((await service.post('/api/v1/remember', { ...body, ...fields }, headers)).status).toBe(403);
    }
    const heartbeat = await service.post(
      '/api/v1/agents/heartbeat',
      { agent_id: 'ada', project_id: 'harbour' },
      bob,
    );
    expect(heartbeat.status).toBe(403);
  });

  it.each(['2025-11-25', '2026-07-28'] as const)(
    'has no other way over MCP %s, whatever it says it is',
    async (revision) => {
      const headers = { ...bob, 'x-anima-confined-agent': 'ada' };
      const { client, call, refused } = await connectMcp(overHttp(service.url, headers), {
        revision,
        name: 'ada',
      });
      for (const memory_id of [ids.private, ids.roots]) {
        expect(await refused('get', { memory_id })).toContain('memory_not_found');
        expect(await refused('forget', { memory_id })).toContain('memory_not_found');
        expect(await refused('share', { memory_id })).toContain('memory_not_found');
      }
      expect(await call('get', { memory_id: ids.shared })).toContain('ferry');
      expect(await refused('forget', { memory_id: ids.shared })).toContain('forbidden');
      const filter = { project_id: 'harbour' };
      // Recall omits memories that are not relevant to the query.
      const everything = 'harbour ferry on Sundays, office closed, crane painted, gate lantern code, budget';
      expect(await call('recall', { query: everything, filter })).toMatch(/^3 memories/);
      expect(await call('search', { query: 'harbour gate lantern' })).toMatch(/^3 memories/);
      expect(await call('project_context', { project_id: 'harbour' })).not.toContain('lantern');
      expect(await refused('project_context', { project_id: 'unknown' })).not.toContain('hidden project');
      expect(await refused('audit', { scope: 'cross' })).toContain('forbidden');
      const stored = await call('remember', { content: contents.private, type: 'fact', project: 'harbour' });
      expect(stored).not.toContain(ids.private);
      await call('forget', { memory_id: idIn(stored) });
      await client.close();
      const { client: other, call: asRoot } = await connectMcp(overHttp(service.url, root), {
        revision,
        name: 'ada',
      });
      expect(await asRoot('recall', { query: 'harbour budget' })).toContain('budget');
      await other.close();
    },
  );

  it('receives events of visible memories only', async () => {
    const received = await eventsUntil('memory.archived', bob, async () => {
      await service.patch(`/api/v1/memories/${ids.private}`, { importance: 0.3 }, ada);
      await service.patch(`/api/v1/memories/${ids.shared}`, { importance: 0.4 }, ada);
      await service.post('/api/v1/cache/store', { query: 'q', response: 'r', model: 'm' }, ada);
      await service.post('/api/v1/agents/heartbeat', { agent_id: 'ada', project_id: 'harbour' }, ada);
      await service.post('/api/v1/forget', { memory_id: ids.bobs }, bob);
    });
    expect(received).toEqual([
      ['memory.updated', ids.shared],
      ['agent.connected', undefined],
      ['memory.archived', ids.bobs],
    ]);
  });

  it('replaces its own memories alone, and sees a relation where it sees both memories', async () => {
    const remember = async (content: string, headers: Record<string, string>, fields = {}) =>
      (await service.post('/api/v1/remember', { content, type: 'fact', ...fields }, headers)) as Answer;
    const own = (await remember('The quay is green', bob)).body.memory_id;
    for (const [id, status] of [
      [ids.private, 404],
      [ids.open, 403],
    ] as const) {
      const answer = await remember('Mine now', bob, { supersedes: [own, id] });
      expect(answer.status).toBe(status);
    }
    expect((await service.post('/api/v1/get', { memory_id: own }, bob)).status).toBe(200);
    const roots = (await remember('The quay is grey', root, { supersedes: [own] })).body.memory_id;
    const relations = async (headers: Record<string, string>) =>
      (await service.get(`/api/v1/memories/${own}/relations`, headers)).body.relations;
    expect([await relations(bob), (await relations(root)).length]).toEqual([[], 1]);
    await service.post('/api/v1/share', { memory_id: roots, target_agents: ['bob'] }, root);
    expect(await relations(bob)).toMatchObject([{ memory_id: roots, by: 'agent:default' }]);
    // An agent can undo changes of its own memories, whoever made them.
    expect((await service.post('/api/v1/restore', { memory_id: own }, bob)).status).toBe(200);
    expect(await relations(root)).toEqual([]);
    expect((await service.post('/api/v1/get', { memory_id: roots }, root)).status).toBe(200);
  });

  it('restores its own memory from a merge that another agent shares with it, without changing the merge', async () => {
    const sources: string[] = [];
    for (const content of ['The buoy is lit at dusk', 'The buoy is lit in the evening']) {
      const { memory_id } = (await service.post('/api/v1/remember', { content, type: 'fact' }, bob)).body;
      await service.post('/api/v1/share', { memory_id, target_agents: ['bob'] }, bob);
      sources.push(memory_id);
    }
    const merge = await service.post('/api/v1/memories/audit/merge', { memory_ids: sources }, root);
    for (const memory_id of sources)
      expect((await service.post('/api/v1/restore', { memory_id }, bob)).body.state).toBe('active');
    const { memory_id } = merge.body;
    expect((await service.post('/api/v1/get', { memory_id }, bob)).status).toBe(200);
  });

  it('gets no reason that quotes the text of a memory before it was shared', async () => {
    const project = 'former texts';
    const remember = async (content: string) =>
      (await service.post('/api/v1/remember', { content, type: 'decision', project }, ada)).body.memory_id;
    const changed = await remember('The vault code is 4711.');
    const other = await remember('The vault code is 1234.');
    const verdicts = [{ memory_ids: [changed, other], verdict: 'conflicts', reason: '4711 is not 1234' }];
    expect((await service.post('/api/v1/memories/audit/verdicts', verdicts, root)).status).toBe(200);
    const content = 'The vault code is in the safe.';
    await service.patch(`/api/v1/memories/${changed}`, { content }, ada);
    for (const memory_id of [changed, other])
      await service.post('/api/v1/share', { memory_id, target_agents: ['bob'] }, ada);
    const reported = async (headers: Record<string, string>) =>
      (await service.get(`/api/v1/memories/${other}/relations`, headers)).body.relations;
    expect(await reported(ada)).toMatchObject([{ memory_id: changed, holds: false }]);
    expect(await reported(bob)).toEqual([]);
  });
});

it('an agent takes no more names of projects by heartbeats than by memories', {
  timeout: 120_000,
}, async () => {
  const beat = async (project: string, headers: Record<string, string>) =>
    service.post('/api/v1/agents/heartbeat', { agent_id: 'bob', project_id: project }, headers);
  let last = await beat('name 0', bob);
  for (let n = 1; last.status === 200 && n <= 501; n++) last = await beat(`name ${n}`, bob);
  expect([last.status, last.body.code]).toEqual([409, 'too_many_projects']);
  expect((await beat('name 0', bob)).status).toBe(200);
});

describe('where agents are not kept apart', () => {
  it('every token may do everything, and each speaks for its own agent', async () => {
    await service.restart({ MEMORY_AGENT_ISOLATION: 'off' });
    expect((await service.post('/api/v1/get', { memory_id: ids.private }, bob)).body.content).toBe(
      contents.private,
    );
    expect((await service.get('/api/v1/memories/audit/history', bob)).status).toBe(200);
    expect(
      (
        await service.post(
          '/api/v1/remember',
          { content: 'x', type: 'fact' },
          { ...bob, 'x-agent-id': 'ada' },
        )
      ).status,
    ).toBe(403);
  });
});

it('is refused at the start without a token for each agent', async () => {
  for (const tokens of ['', 'root-token']) {
    await expect(
      startTestService({ MEMORY_API_TOKEN: tokens, MEMORY_AGENT_ISOLATION: 'on' }),
    ).rejects.toMatchObject({ code: 'invalid_configuration' });
  }
});

async function eventsUntil(
  last: string,
  headers: Record<string, string>,
  happen: () => Promise<void>,
): Promise<[string, unknown][]> {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/api/v1/events`, { headers, signal: abort.signal });
  await happen();
  const received: [string, unknown][] = [];
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (const [, type, data] of text.matchAll(/^event: (.*)\ndata: (.*)\n\n/gm)) {
      received.push([type!, JSON.parse(data!).data.memory_id]);
    }
    text = text.slice(text.lastIndexOf('\n\n') + 2);
    if (received.some(([type]) => type === last)) break;
  }
  abort.abort();
  return received;
}
