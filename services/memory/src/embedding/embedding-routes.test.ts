import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedEmbedder, startTestService, type TestService } from '../testing/test-service.js';

const MODEL = 'bge-small-en-v1.5-int8';
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

it('embeds texts as memories are embedded, in order, in numbers or base64', async () => {
  const [[own] = []] = await (await sharedEmbedder()).embed(['Backups run at night']);
  const { status, body } = await service.post('/v1/embeddings', {
    model: MODEL,
    input: ['x', 'Backups run at night'],
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ object: 'list', model: MODEL, usage: { prompt_tokens: 6, total_tokens: 6 } });
  expect(body.data.map(({ index }: { index: number }) => index)).toEqual([0, 1]);
  expect(Float32Array.from(body.data[1].embedding)).toEqual(own);
  const coded = await service.post('/v1/embeddings', {
    model: MODEL,
    input: 'Backups run at night',
    encoding_format: 'base64',
  });
  const bytes = Buffer.from(coded.body.data[0].embedding, 'base64');
  expect(new Float32Array(new Uint8Array(bytes).buffer)).toEqual(own);
});

it('responds to the official client, which requests base64', async () => {
  const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'any', maxRetries: 0 });
  const [[own] = []] = await (await sharedEmbedder()).embed(['Backups run at night']);
  const { data } = await client.embeddings.create({ model: MODEL, input: ['x', 'Backups run at night'] });
  expect(Float32Array.from(data[1]!.embedding)).toEqual(own);
  expect((await client.models.list()).data[0]?.id).toBe(MODEL);
  const alias = await client.embeddings.create({ model: 'text-embedding-3-small', input: 'x' });
  expect(alias.model).toBe(MODEL);
  await expect(client.embeddings.create({ model: 'other', input: 'x' })).rejects.toMatchObject({
    error: { type: 'invalid_request_error', code: 'unprocessable', message: expect.stringContaining(MODEL) },
  });
  await expect(client.embeddings.create({ model: 'other', input: 'x' })).rejects.toMatchObject({
    status: 422,
  });
});

it('reads the tokens that LangChain sends instead of texts', async () => {
  const [[own] = []] = await (await sharedEmbedder()).embed(['Backups run at night']);
  // "Backups run at night" in cl100k_base.
  const tokens = [3792, 8772, 1629, 520, 3814];
  const one = await service.post('/v1/embeddings', { model: MODEL, input: tokens });
  expect(Float32Array.from(one.body.data[0].embedding)).toEqual(own);
  const two = await service.post('/v1/embeddings', { model: MODEL, input: [[87], tokens] });
  expect(Float32Array.from(two.body.data[1].embedding)).toEqual(own);
});

it('gives a long text one unit vector', async () => {
  const { body } = await service.post('/v1/embeddings', {
    model: MODEL,
    input: 'time year way day '.repeat(400),
  });
  expect(Math.hypot(...body.data[0].embedding)).toBeCloseTo(1, 5);
});

it.each([
  ['another model', { model: 'text-embedding-4', input: 'x' }, 422],
  ['another dimension', { model: MODEL, input: 'x', dimensions: 256 }, 422],
  ['nothing', { model: MODEL, input: [] }, 400],
  ['unknown tokens', { model: MODEL, input: [[1, 2, 100_256]] }, 400],
  ['tokens of an empty text', { model: MODEL, input: [[]] }, 400],
  ['texts among tokens', { model: MODEL, input: [[1], 'x'] }, 400],
  ['too many texts', { model: MODEL, input: new Array(257).fill('x') }, 400],
  [
    'texts that are too long together',
    { model: MODEL, input: new Array(9).fill('x'.repeat(32 * 1024)) },
    413,
  ],
  ['a text that is too long', { model: MODEL, input: 'x'.repeat(1_000_001) }, 413],
])('refuses %s', async (_, request, expected) => {
  expect((await service.post('/v1/embeddings', request)).status).toBe(expected);
});

it('a memory, a query and the single text of another caller have priority over the rest of a large request', async () => {
  const leave = new AbortController();
  let isDone = false;
  const bulk = service
    .request('POST', '/v1/embeddings', {
      body: JSON.stringify({ model: MODEL, input: new Array(120).fill('time year way day '.repeat(120)) }),
      headers: { 'content-type': 'application/json', 'x-agent-id': 'greedy' },
      signal: leave.signal,
    })
    .then(
      () => (isDone = true),
      () => {},
    );
  const embedder = await sharedEmbedder();
  while (embedder.stats().queued === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const before = embedder.stats().completed;
  const content = 'Backups run on Sundays';
  const answers = await Promise.all([
    service.post('/api/v1/remember', { content, type: 'fact' }, { 'x-agent-id': 'modest' }),
    service.post('/api/v1/recall', { query: 'when are backups made?' }, { 'x-agent-id': 'modest' }),
    service.post('/v1/embeddings', { model: MODEL, input: 'one text' }, { 'x-agent-id': 'modest' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
  expect(isDone).toBe(false);
  expect(embedder.stats().completed - before).toBeLessThan(40);
  leave.abort();
  await bulk;
});

it('names its model', async () => {
  expect((await service.get('/v1/models')).body).toEqual({
    object: 'list',
    data: [{ id: MODEL, object: 'model', owned_by: 'anima' }],
  });
});

it('a service with an embeddings server stores, recalls and reports it; without the server it does not start', async () => {
  const elsewhere = await startTestService({
    MEMORY_EMBEDDINGS_URL: `${service.url}/v1`,
    MEMORY_EMBEDDING_MODEL: MODEL,
  });
  await elsewhere.post('/api/v1/remember', { content: 'Invoices are kept in PostgreSQL', type: 'fact' });
  const { body } = await elsewhere.post('/api/v1/recall', { query: 'where do bills live?' });
  expect(body.memories[0].content).toBe('Invoices are kept in PostgreSQL');
  const { components } = (await elsewhere.get('/api/v1/status')).body;
  expect(components.model_runtime).toMatchObject({
    status: 'ok',
    backend: 'openai',
    detail: expect.stringContaining('uncalibrated'),
  });
  const metrics = await (await fetch(`${elsewhere.url}/metrics`)).text();
  expect(metrics).toContain('anima_embeddings_server_trouble_total{kind="failed"} 0');
  await elsewhere.close();
  const nowhere = startTestService({
    MEMORY_EMBEDDINGS_URL: 'http://127.0.0.1:1/v1',
    MEMORY_EMBEDDING_MODEL: MODEL,
  });
  await expect(nowhere).rejects.toThrow(`The embeddings server at 127.0.0.1:1 does not embed with ${MODEL}`);
  const insecure = startTestService({
    MEMORY_EMBEDDINGS_URL: 'http://example.com/v1',
    MEMORY_EMBEDDING_MODEL: MODEL,
  });
  await expect(insecure).rejects.toThrow('MEMORY_EMBEDDINGS_URL: expected an https address');
});
