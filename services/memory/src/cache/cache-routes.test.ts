import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ChatReply, type ChatRequest, completion, startChatServer } from '../testing/chat-server.js';
import {
  isBalanced,
  keepsAllInPostgres,
  startTestService,
  type TestService,
} from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => service.request('DELETE', '/api/v1/cache'));

const model = 'some-model';
const query = 'How do I reset my password?';
const response = 'Open settings, then choose Reset.';

const store = (fields: Record<string, unknown> = {}) =>
  service.post('/api/v1/cache/store', { query, model, response, ...fields });
const check = async (fields: Record<string, unknown> = {}) =>
  (await service.post('/api/v1/cache/check', { query, model, ...fields })).body;
const stats = async () => (await service.get('/api/v1/cache/stats')).body;
/** A separate model for each test that counts. */
let models = 0;
const ownModel = () => `model ${++models}`;
const statsOf = async (name: string) => (await stats()).by_model[name];

describe('the semantic cache', () => {
  it('separates the responses of agents and projects from shared ones', async () => {
    const ann = { 'x-agent-id': 'ann' };
    const as = async (headers: Record<string, string>, fields: Record<string, unknown>) =>
      (await service.post('/api/v1/cache/check', { query, model, ...fields }, headers)).body.hit;
    const own = { query, model, response, scope: 'agent' };
    expect((await service.post('/api/v1/cache/store', own, ann)).status).toBe(201);
    await store({ scope: 'project', project: 'Harbour' });
    expect(await as({}, {})).toBe(false);
    expect(await as(ann, { scope: 'agent' })).toBe(true);
    expect(await as({ 'x-agent-id': 'bob' }, { scope: 'agent' })).toBe(false);
    expect(await as(ann, { scope: 'project', project: 'harbour' })).toBe(true);
    expect(await as(ann, { scope: 'project', project: 'other' })).toBe(false);
    await store();
    expect(await as({}, { scope: 'shared' })).toBe(true);
    for (const fields of [{ scope: 'project' }, { project: 'harbour' }, { scope: 'all' }])
      expect((await store(fields)).status).toBe(400);
  });

  it('answers the very same question, also after a restart', async () => {
    const stored = await store({ context_depth: 2 });
    expect(stored.status).toBe(201);
    expect(stored.body).toMatchObject({ query, model, context_depth: 2, replaced: false });
    const hit = {
      hit: true,
      response,
      similarity: 1,
      cached_query: query,
      created_at: stored.body.created_at,
      why: ['the same words'],
    };
    expect(await check({ context_depth: 2 })).toEqual(hit);
    expect(await check({ query: ` ${query}\n`, context_depth: 2 })).toEqual(hit);
    await service.restart();
    expect(await check({ context_depth: 2 })).toEqual(hit);
    expect(await stats()).toMatchObject({ entries: 1 });
  });

  it('answers other words for the same question', async () => {
    await store();
    expect(await check({ query: 'How can I reset my password?' })).toMatchObject({
      hit: true,
      response,
      cached_query: query,
    });
  });

  // Counts wait in their process for the next time they are written down, some seconds at most.
  it.skipIf(isBalanced())('counts by model, also after a restart', async () => {
    const own = ownModel();
    await store({ model: own });
    await check({ model: own });
    await check({ model: own, query: 'Where is Oslo?' });
    await service.restart();
    await check({ model: own, query: 'How can I reset my password?' });
    expect(await statsOf(own)).toMatchObject({
      hits: 2,
      misses: 1,
      hit_rate: 2 / 3,
      entries: 1,
      evictions: 0,
    });
    expect((await statsOf(own)).bytes).toBeGreaterThan(query.length + response.length);
  });

  it.each([
    ['another model', { model: 'other-model' }],
    ['another context depth', { context_depth: 1 }],
    ['another question', { query: 'What is the capital of Norway?' }],
    ['the opposite', { query: 'How do I keep my password?' }],
    ['a negation', { query: 'How do I not reset my password?' }],
    ['another name', { query: 'How do I reset my GitHub password?' }],
  ])('does not answer %s', async (_name, fields) => {
    await store();
    expect(await check(fields)).toMatchObject({ hit: false });
  });

  it.each([
    ['person', 'What is your name?', 'What is my name?'],
    ['person', 'Where do I live?', 'Where do they live?'],
    ['person', 'How do I reset our router?', 'How do I reset your router?'],
    ['currency', 'How much is 5 € in yen?', 'How much is 5 $ in yen?'],
    ['currency', 'How much is €5 in yen?', 'How much is $5 in yen?'],
    ['case of a unit', 'Is 5 mW a lot of power?', 'Is 5 MW a lot of power?'],
    ['case of a unit', 'Is 100 Mb enough for a film?', 'Is 100 MB enough for a film?'],
    ['unit', 'Raise it by 5%', 'Raise it by 5'],
    ['unit', 'How long are 5 miles on foot?', 'How long are 5 kilometres on foot?'],
    ['sign', 'What does \\d mean in a pattern?', 'What does \\D mean in a pattern?'],
    ['sign', 'Is -5 plus 3 negative?', 'Is 5 plus 3 negative?'],
    ['case of a name', 'Which laws hold in the US?', 'Which laws hold in the us?'],
    ['nothing but words of grammar', 'hello', 'how are you'],
    ['nothing but words of grammar', 'what', 'what is it'],
    ['nothing but words of grammar', 'is that so', 'yes'],
    ['direction', 'How do I get from Berlin to Munich?', 'How do I get from Munich to Berlin?'],
    ['negation', 'Which plugins work with it?', 'Which plugins do not work with it?'],
    ['quantifier', 'Do all tests pass on Windows?', 'Do only tests pass on Windows?'],
  ])('does not answer another %s: %s, %s', async (_kind, one, other) => {
    await store({ query: one });
    for (const strictness of ['strict', 'normal', 'loose'])
      expect(await check({ query: other, strictness })).toMatchObject({ hit: false });
  });

  it('answers a follow-up question only after the same turns', async () => {
    const turns = ['Name two cities.', 'Paris and Rome.'];
    const followUp = { query: 'What about the second one?', context_depth: 2 };
    await store({ ...followUp, context: turns });
    expect(await check({ ...followUp, context: turns })).toMatchObject({ hit: true });
    expect(await check({ ...followUp, context: ['An earlier turn', ...turns] })).toMatchObject({ hit: true });
    expect(await check({ ...followUp, context: ['Name two rivers.', 'Rhine and Elbe.'] })).toMatchObject({
      hit: false,
    });
    expect(await check({ ...followUp, context: [turns.join()] })).toMatchObject({ hit: false });
    expect(await check(followUp)).toMatchObject({ hit: false });
    expect((await service.request('DELETE', `/api/v1/cache?model=${model}`)).body).toEqual({ deleted: 1 });
  });

  it('stores the response to a question about the present for minutes, unless a lifetime is given', async () => {
    const lifetime = async (fields: Record<string, unknown>) => {
      const { created_at, expires_at } = (await store(fields)).body;
      return (Date.parse(expires_at) - Date.parse(created_at)) / 1000;
    };
    const timeless = await lifetime({});
    for (const present of [
      'What is the weather today?',
      'What is the latest Node version?',
      'who is on call now',
    ])
      expect(await lifetime({ query: present })).toBeLessThanOrEqual(600);
    expect(await lifetime({ query: 'What is the weather today?', ttl_seconds: 5_000 })).toBe(5_000);
    expect(timeless).toBe(7 * 86_400);
  });

  it('returns the reasons for a hit, and after a miss the differences of the nearest question', async () => {
    await store({ query: 'How do I find the largest file in a folder?' });
    const other = await check({ query: 'How can I find the biggest file in a folder?' });
    expect(other).toMatchObject({
      hit: true,
      similarity: expect.closeTo(0.97, 1),
      why: [expect.stringMatching(/^no difference is known, and their cosine is 0\.\d{3}$/)],
    });
    expect(await check({ query: 'How do I find the largest file in 3 folders?' })).toEqual({
      hit: false,
      nearest: {
        query: 'How do I find the largest file in a folder?',
        similarity: expect.closeTo(0.95, 1),
        differences: ["number: '3' against ''"],
      },
    });
    expect(await check({ query: 'What is the capital of Norway?' })).toEqual({ hit: false });
  });

  it('uses the strictness of the check, otherwise of the setting', async () => {
    const question = { query: 'How many people live in Sweden?' };
    await store({ query: 'What is the population of Sweden?' });
    const hits = async () => {
      const levels = [{}, { strictness: 'loose' }, { strictness: 'normal' }, { strictness: 'strict' }];
      return (await Promise.all(levels.map((level) => check({ ...question, ...level })))).map(
        ({ hit }) => hit,
      );
    };
    expect(await hits()).toEqual([false, true, false, false]);
    await service.restart({ MEMORY_CACHE_STRICTNESS: 'loose' });
    expect(await hits()).toEqual([true, true, false, false]);
    await service.restart();
  });

  it('answers other words only where the configured judge confirms it, and in time', async () => {
    let reply: (request: ChatRequest) => ChatReply | Promise<ChatReply> = () => ({
      body: completion('Yes', 0.98),
    });
    const server = await startChatServer((request) => reply(request));
    onTestFinished(() => server.close());
    const confirming = {
      MEMORY_JUDGE_URL: server.url,
      MEMORY_JUDGE_MODEL: 'm',
      MEMORY_CACHE_CONFIRM: 'model',
    };
    await service.restart({ ...confirming, MEMORY_CACHE_CONFIRM_MS: '60000' });
    await store();
    expect(await check()).toMatchObject({ hit: true, why: ['the same words'] });
    expect(server.asked).toEqual([]);
    expect(await check({ query: 'How can I reset my password, please?' })).toMatchObject({
      hit: true,
      why: [expect.stringMatching(/^no difference/), expect.stringMatching(/^confirmed by model:/)],
    });
    reply = () => ({ body: completion('No', 0.98) });
    expect(await check({ query: 'How could I reset my password?' })).toMatchObject({
      hit: false,
      nearest: { query, differences: [expect.stringContaining('does not confirm it')] },
    });
    reply = () => new Promise(() => {});
    await service.restart({ ...confirming, MEMORY_CACHE_CONFIRM_MS: '1' });
    expect(await check({ query: 'How can I reset my password?' })).toMatchObject({
      hit: false,
      nearest: { query, differences: ['not confirmed within 1 ms'] },
    });
    await service.restart();
  });

  it('refuses to start where no judge could confirm', async () => {
    await expect(startTestService({ MEMORY_CACHE_CONFIRM: 'model' })).rejects.toThrow(
      'MEMORY_CACHE_CONFIRM: expected a judge',
    );
  });

  it('answers a question longer than the window of the model only to its very words', async () => {
    const long = 'Summarise this text about rivers and lakes in the north. '.repeat(100);
    await store({ query: `${long} In French.` });
    expect(await check({ query: `${long} In French.` })).toMatchObject({ hit: true });
    expect(await check({ query: `${long} In German.` })).toEqual({ hit: false });
  });

  it('replaces the response to the same question', async () => {
    await store();
    expect((await store({ response: 'Newer.' })).body).toMatchObject({ replaced: true });
    expect(await check()).toMatchObject({ response: 'Newer.' });
    expect(await stats()).toMatchObject({ entries: 1 });
  });

  it('deletes expired responses', async () => {
    await store({ ttl_seconds: 1 });
    await store({ query: 'Where is the moon?' });
    expect(await check()).toMatchObject({ hit: true });
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(await check()).toEqual({ hit: false });
    expect(await check({ query: 'How can I reset my password?' })).toEqual({ hit: false });
    expect(await stats()).toMatchObject({ entries: 1 });
  });

  it('evicts the least recently used response when it is full', async () => {
    const own = ownModel();
    await service.restart({ MEMORY_CACHE_MAX_ENTRIES: '3' });
    const questions = ['Where is Oslo?', 'Who wrote Faust?', 'What is a monad?', 'When do bees sleep?'];
    for (const each of questions.slice(0, 3)) await store({ model: own, query: each });
    expect(await check({ model: own, query: questions[0] })).toMatchObject({ hit: true });
    await service.restart({ MEMORY_CACHE_MAX_ENTRIES: '3' });
    await store({ model: own, query: questions[3] });
    const hits = [];
    for (const each of questions) hits.push((await check({ model: own, query: each })).hit);
    expect(hits).toEqual([true, false, false, true]);
    expect(await statsOf(own)).toMatchObject({ entries: 2, evictions: 2 });
    await service.restart();
  });

  it('keeps to its size, and refuses what could never fit', async () => {
    await service.restart({ MEMORY_CACHE_MAX_BYTES: '10000' });
    for (let i = 0; i < 6; i++)
      await store({ query: `Which team owns part ${i}?`, response: 'x'.repeat(1_000) });
    const { bytes, entries } = await stats();
    expect(bytes).toBeLessThanOrEqual(10_000);
    expect(entries).toBeGreaterThanOrEqual(2);
    const refused = await store({ response: 'x'.repeat(10_000) });
    expect(refused).toMatchObject({ status: 413, body: { code: 'content_too_large' } });
    expect(await stats()).toMatchObject({ bytes, entries });
    await service.restart();
  });

  it('is cleared as a whole or by model', async () => {
    await store();
    await store({ query: 'Where is Oslo?' });
    await store({ model: 'b' });
    expect((await service.request('DELETE', '/api/v1/cache?model=b')).body).toEqual({ deleted: 1 });
    expect(await check({ model: 'b' })).toEqual({ hit: false });
    expect(await check()).toMatchObject({ hit: true });
    expect((await service.request('DELETE', '/api/v1/cache')).body).toEqual({ deleted: 2 });
    expect(await check()).toEqual({ hit: false });
    expect(await stats()).toMatchObject({ entries: 0, bytes: 0 });
  });

  it('stays whole when stored to, cleared and read at once', async () => {
    await service.restart({ MEMORY_CACHE_MAX_ENTRIES: '5' });
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        i % 10 === 9
          ? service.request('DELETE', `/api/v1/cache${i % 20 === 9 ? '' : '?model=m1'}`)
          : i % 3 === 0
            ? check({ query: `Is it ${i % 7}?`, model: `m${i % 2}` })
            : store({ query: `Is it ${i % 7}?`, model: `m${i % 2}` }),
      ),
    );
    const { components } = (await service.get('/api/v1/status')).body;
    const backend = keepsAllInPostgres() ? 'postgresql' : 'sqlite';
    expect(components.cache).toMatchObject({ status: 'ok', backend });
    expect((await stats()).entries).toBeLessThanOrEqual(5);
    await service.restart();
  });

  it.skipIf(isBalanced())('tells of what it does', async () => {
    await store();
    await check();
    const { hits } = await stats();
    const { body } = await service.get('/metrics');
    expect(body).toContain('anima_cached_responses 1');
    expect(body).toContain(`anima_cache_checks_total{hit="yes"} ${hits}`);
    expect(hits).toBeGreaterThan(0);
  });

  it.each([
    ['check', { model }, 'query'],
    ['check', { query: '  ', model }, 'query'],
    ['check', { query }, 'model'],
    ['check', { query, model: '' }, 'model'],
    ['check', { query, model, context_depth: -1 }, 'context_depth'],
    ['check', { query, model, context_depth: 1.5 }, 'context_depth'],
    ['check', { query, model, depth: 1 }, 'depth'],
    ['check', { query, model, strictness: 'lax' }, 'strictness'],
    ['check', { query: '\ud800', model }, 'query'],
    ['store', { query, model }, 'response'],
    ['store', { query, model, response: 'a\0b' }, 'response'],
    ['store', { query: 'a\0b', model, response }, 'query'],
    ['store', { query, model, response, ttl_seconds: 0 }, 'ttl_seconds'],
  ])('%s refuses %j and names %s', async (operation, body, field) => {
    const answer = await service.post(`/api/v1/cache/${operation}`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toContain(field);
  });

  it('refuses a query that is too long', async () => {
    const answer = await service.post('/api/v1/cache/check', { query: 'x'.repeat(9_000), model });
    expect(answer).toMatchObject({ status: 413, body: { code: 'query_too_large' } });
  });
});
