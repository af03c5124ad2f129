import { createServer } from 'node:net';
import { join } from 'node:path';
import { type BuiltService, startBuilt } from '@anima/service/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnimaEvent,
  createMemoryClient,
  type LogItem,
  type MemoryClient,
  type NewMemory,
  openConversationLog,
} from './index.js';

const TOKEN = 'token-of-this-test';
let service: BuiltService;
let memory: MemoryClient;

beforeAll(async () => {
  service = await startBuilt('memory', { MEMORY_API_TOKEN: TOKEN });
  memory = createMemoryClient({ url: `${service.url}/`, token: () => TOKEN, agentId: 'tester' });
});
afterAll(() => service.close());

/** A `fetch` that loses the response of some requests; all requests reach the real service. */
function losing(lose: (count: number) => boolean = (count) => count === 1) {
  const requests: Request[] = [];
  const client = createMemoryClient({
    ...{ url: service.url, token: TOKEN },
    fetch: async (request) => {
      requests.push(request.clone());
      const answer = await fetch(request);
      if (!lose(requests.length)) return answer;
      throw new TypeError('fetch failed', { cause: new Error('other side closed') });
    },
  });
  return { client, requests };
}

const decision = (content: string, more: Partial<NewMemory> = {}): NewMemory => ({
  ...{ content, type: 'decision', project: 'garden' },
  ...more,
});

describe('calls on memories', () => {
  it('remembers, finds, changes, shares, forgets and restores', async () => {
    const stored = await memory.remember(decision('We water the roses on Mondays', { tags: ['roses'] }));
    expect(stored).toMatchObject({ source_agent: 'tester', project: 'garden', state: 'active' });
    const id = stored.memory_id;

    const { memories } = await memory.recall('When are the roses watered?', { limit: 1 });
    expect(memories).toMatchObject([{ memory_id: id, score: expect.any(Number) }]);
    expect(await memory.search('roses', { page_size: 5 })).toMatchObject({ total: 1, page_size: 5 });
    expect((await memory.list({ tags: ['roses'], page_size: 1 })).memories).toMatchObject([
      { memory_id: id },
    ]);
    expect((await memory.context('garden', { max_tokens: 200 })).context_text).toContain('roses');

    await memory.update(id, { importance: 0.9 });
    expect(await memory.share(id, ['ann'])).toMatchObject({ shared_with: ['ann'] });
    expect(await memory.share(id)).toMatchObject({ shared_with: 'all' });
    expect(await memory.forget(id)).toMatchObject({ state: 'archived' });
    await expect(memory.get(id)).rejects.toMatchObject({ code: 'memory_not_found', status: 404 });
    expect(await memory.get(id, { include_archived: true })).toMatchObject({ importance: 0.9 });
    expect(await memory.restore(id)).toMatchObject({ state: 'active' });
    const { history } = await memory.history(id);
    expect(history.map(({ change }) => change)).toContain('archived');
  });

  it('replaces a memory by another, and lists its relations', async () => {
    const old = await memory.remember(decision('The fence is painted green'));
    const now = await memory.remember(decision('The fence is painted white'));
    await memory.supersede(now.memory_id, [old.memory_id], { reason: 'repainted' });
    const { relations } = await memory.relations(now.memory_id);
    const replaced = { kind: 'supersedes', memory_id: old.memory_id, reason: 'repainted' };
    expect(relations).toContainEqual(expect.objectContaining(replaced));
  });

  it('audits: runs, verdicts, merges and suppressions', async () => {
    const project = 'pond';
    const twice = ['The pond is two metres deep', 'The pond is two metres deep'];
    const stored = await Promise.all(twice.map((content) => memory.remember(decision(content, { project }))));
    const ids = stored.map(({ memory_id }) => memory_id);
    const run = await memory.audit.run({ scope: 'project', project_id: project });
    expect(run).toMatchObject({ state: 'finished', counts: { duplicate_memory: 1 } });
    expect(await memory.audit.wait(run.run_id)).toEqual(await memory.audit.get(run.run_id));
    expect((await memory.audit.list({ limit: 1 })).runs).toMatchObject([{ run_id: run.run_id }]);

    const { finding_id } = run.findings[0]!;
    expect(await memory.audit.suppress(run.run_id, finding_id)).toMatchObject({ state: 'suppressed' });
    expect(await memory.audit.unsuppress(run.run_id, finding_id)).toMatchObject({ state: 'reported' });
    await memory.audit.judge([{ memory_ids: ids as [string, string], verdict: 'duplicates' }]);
    const merged = await memory.audit.merge(ids);
    expect(merged.merged_from).toEqual(expect.arrayContaining(ids));
  });

  it('answers the same question from the cache', async () => {
    const requested = { query: 'How deep is the pond?', model: 'm' };
    expect(await memory.cache.check(requested)).toMatchObject({ hit: false });
    await memory.cache.store({ ...requested, response: 'Two metres.' });
    expect(await memory.cache.check(requested)).toMatchObject({ hit: true, response: 'Two metres.' });
    expect(await memory.cache.stats()).toMatchObject({ entries: 1 });
    await memory.cache.clear({ model: 'm' });
    expect(await memory.cache.stats()).toMatchObject({ entries: 0 });
  });

  it('exports and imports archives, and imports files of other tools', async () => {
    const path = join(service.dataDir, 'all.json');
    const { counts } = await memory.archive.export({ output_path: path });
    expect(counts.memories).toBeGreaterThan(0);
    const read = await memory.archive.import({ source_path: path, dry_run: true });
    expect(read.counts).toMatchObject({ created: 0, skipped: counts.memories });
    expect(await memory.foreign.scan()).toHaveProperty('paths');
    const missing = join(service.dataDir, 'CLAUDE.md');
    await expect(memory.foreign.import({ source_path: missing })).rejects.toMatchObject({
      service: 'memory',
    });
    expect(await memory.foreign.importAll({ file_paths: [missing] })).toBeDefined();
  });

  it('reports its status and its agents', async () => {
    await memory.heartbeat({ agent_id: 'ann', project_id: 'garden' });
    expect((await memory.status()).agents.connected).toMatchObject([{ agent_id: 'ann' }]);
    expect(await createMemoryClient({ url: service.url }).health()).toEqual({ status: 'ok' });
    expect(await memory.answer(memory.api.GET('/api/v1/status'))).toHaveProperty('version');
  });
});

describe('errors', () => {
  it('is a problem with a code, the field and the request', async () => {
    const thrown = await memory.remember({ content: '', type: 'decision' }).catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      ...{ name: 'AnimaError', service: 'memory', code: 'validation_failed', status: 400, retryAfter: null },
      errors: [{ path: 'content', message: expect.stringContaining('Expected') }],
      requestId: expect.stringMatching(/./),
    });
  });

  it('reports a missing token', async () => {
    const unauthenticated = createMemoryClient({ url: service.url });
    await expect(unauthenticated.status()).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it('names the unreachable service, its address, and the command that starts it', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    const url = `http://127.0.0.1:${port}`;
    const message = `The memory service is not running at ${url}; start it with: npm run start:memory`;
    await expect(createMemoryClient({ url }).status()).rejects.toMatchObject({ message, isDown: true });
  });

  it('reports an invalid address or token before it sends a request', async () => {
    expect(() => createMemoryClient({ url: 'localhost' })).toThrow('Expected an address like');
    const client = createMemoryClient({ url: service.url, token: 'two words' });
    const thrown = (await client.status().catch((error: unknown) => error)) as Error;
    expect(thrown.message).toMatch(/^Expected a token/);
    expect(thrown.message).not.toContain('words');
  });

  it('reports responses of other servers', async () => {
    const html = new Response('<p>', { headers: { 'content-type': 'text/html' } });
    const client = createMemoryClient({ url: service.url, fetch: async () => html.clone() });
    await expect(client.status()).rejects.toMatchObject({ code: 'unexpected_answer' });
    const gateway = new Response('<p>', { status: 502, headers: { 'content-type': 'text/html' } });
    const proxied = createMemoryClient({ url: service.url, fetch: async () => gateway.clone() });
    await expect(proxied.status()).rejects.toMatchObject({ code: 'unexpected_answer', status: 502 });
  });

  it('ends with the signal of the call, or of the client', async () => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(memory.status({ signal })).rejects.toBe(reason);
    const ended = createMemoryClient({ url: service.url, signal });
    await expect(ended.status()).rejects.toBe(reason);
  });
});

describe('an answer that was lost', () => {
  it('a write that takes a key is sent again, and is done once', async () => {
    const { client, requests } = losing();
    const stored = await client.remember(decision('The shed is locked at night', { project: 'shed' }));
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(await memory.list({ project_id: 'shed' })).toMatchObject({
      total: 1,
      memories: [{ memory_id: stored.memory_id }],
    });
  });

  it('each call has its own key, or the given one', async () => {
    const { client, requests } = losing(() => false);
    const cached = { query: 'q', model: 'm', response: 'r' };
    await client.cache.store(cached);
    await client.cache.store(cached);
    await client.cache.store(cached, { idempotencyKey: 'mine', agentId: 'ann' });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
    expect(requests[2]!.headers.get('x-agent-id')).toBe('ann');
  });

  it('a read is sent again', async () => {
    const { client, requests } = losing();
    expect(await client.recall('roses', { limit: 1 })).toHaveProperty('memories');
    expect(requests).toHaveLength(2);
  });

  it('what would do more when done twice is not', async () => {
    const { client, requests } = losing();
    const path = join(service.dataDir, 'once.json');
    await expect(client.archive.export({ output_path: path })).rejects.toMatchObject({
      code: 'service_unreachable',
    });
    expect(requests).toHaveLength(1);
  });
});

it('events continue after a restart of the service, none lost and none twice', {
  timeout: 120_000,
}, async () => {
  const stop = new AbortController();
  const received: AnimaEvent[] = [];
  let opened = () => {};
  const open = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const following = (async () => {
    const types = ['memory.created'];
    for await (const event of memory.events({ types, signal: stop.signal, onOpen: opened })) {
      received.push(event);
      if (received.length === 2) break;
    }
  })();
  await open;
  const first = await memory.remember(decision('Before the crash'));
  await service.restart();
  const second = await memory.remember(decision('After the crash'));
  await following;
  expect(received.map(({ data }) => data.memory_id)).toEqual([first.memory_id, second.memory_id]);
  expect(received[0]).toMatchObject({ type: 'memory.created', time: expect.stringMatching(/Z$/) });

  // A later reader can have earlier events.
  for await (const event of memory.events({ after: received[0]!.id, types: ['memory.*'] })) {
    expect(event).toEqual(received[1]);
    break;
  }
});

describe('a conversation log', () => {
  it('returns items in their order and without loss, and recall finds their text', async () => {
    const log = openConversationLog(memory, 'A log', { project: 'logs' });
    const items: LogItem[] = [
      {
        value: { role: 'user', content: 'The boat is called Heron\n#anima-item not a mark' },
        role: 'user',
        textPath: ['content'],
      },
      { value: { type: 'function_call', arguments: '{}' }, role: 'tool' },
      {
        value: { role: 'assistant', id: 'm1', content: [{ type: 'output_text', text: 'A fine name.' }] },
        role: 'assistant',
        textPath: ['content', 0, 'text'],
      },
    ];
    const values = items.map(({ value }) => value);
    await log.add(items);
    expect(await log.read()).toEqual(values);
    expect(await log.read(2)).toEqual(values.slice(1));
    expect(await openConversationLog(memory, 'a log', { project: 'logs' }).read()).toEqual([]);
    const { memories } = await memory.recall('What is the boat called?', { filter: { project_id: 'logs' } });
    expect(memories[0]!.content).toContain('Heron');
    expect(await log.pop()).toEqual(values[2]);
    await log.clear();
    expect([await log.read(), await log.pop()]).toEqual([[], undefined]);
  });
});
