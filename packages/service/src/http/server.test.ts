import { once } from 'node:events';
import { connect } from 'node:net';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../errors.js';
import { strictObject } from '../schema/schema.js';
import { parseRaw, sendRaw } from '../testing/raw-http.js';
import { createSampleService, type SampleService } from '../testing/sample-service.js';
import type { ServiceApp } from './service-app.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
let service: SampleService;
let port: number;
beforeAll(async () => {
  service = await createSampleService();
  ({ port } = await service.listen());
});
afterAll(() => service.close());

describe('request ids', () => {
  test('a sane one is kept, in the header, the problem and the log', async () => {
    const headers = { 'x-request-id': 'my.id-1_2' };
    const answer = await service.app.inject({ url: '/unknown', headers });
    expect(answer.headers['x-request-id']).toBe('my.id-1_2');
    expect(answer.json().request_id).toBe('my.id-1_2');
    expect(service.lines.at(-1)).toMatchObject({ request_id: 'my.id-1_2', status: 404 });
  });

  test.each(['', 'a b', 'ü', 'x'.repeat(129), '"}'])('%j is replaced by a new one', async (id) => {
    const answer = await service.app.inject({ url: '/health', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(UUID_V7);
  });

  test.each([
    [
      'a bad percent encoding',
      'GET /items/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'a path parameter too long',
      `GET /items/${'a'.repeat(3000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      414,
    ],
    ['not HTTP', 'hello\r\n\r\n', 400],
    [
      'headers too large',
      `GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['an unknown method', 'BREW /health HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    [
      'both lengths',
      'POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    [
      'an unknown expectation',
      'GET /health HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      417,
    ],
  ])('%s is answered with a problem and an id', async (_name, request, status) => {
    const answer = parseRaw(await sendRaw(port, request));
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.headers['x-request-id']).toMatch(UUID_V7);
    expect(JSON.parse(answer.body)).toMatchObject({ status, request_id: answer.headers['x-request-id'] });
  });
});

test('the access log has the route pattern and the agent, and nothing a caller wrote', async () => {
  const item = { name: 'private name', content: 'private content' };
  const headers = { 'x-agent-id': 'ada', authorization: 'Bearer private-token' };
  const { item_id } = (
    await service.app.inject({ method: 'POST', url: '/items', payload: item, headers })
  ).json();
  await service.app.inject(`/items/${item_id}?private=1`);
  const [created, refused] = service.lines.slice(-2);
  expect(created).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    service: 'sample',
    request_id: expect.any(String),
    method: 'POST',
    route: '/items',
    status: 201,
    duration_ms: expect.any(Number),
    agent: 'ada',
    msg: 'request',
  });
  expect(refused).toMatchObject({ route: '/items/:item_id', status: 400, agent: null });
  expect(service.rawLog()).not.toMatch(/private/);
});

test('an unexpected error is logged with its stack and hidden from the caller', async () => {
  const answer = await service.app.inject({ method: 'POST', url: '/items', payload: { name: 'crash' } });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 'internal', type: 'urn:anima:error:internal' });
  expect(answer.body).not.toMatch(/secret detail|TypeError/);
  const line = service.lines.find(
    (each) => each.msg === 'request failed' && each.request_id === answer.json().request_id,
  );
  expect(line).toMatchObject({
    level: 'error',
    err: {
      type: 'TypeError',
      message: 'secret detail of the crash',
      stack: expect.stringContaining('sample-service'),
    },
  });
});

test('a service answers its own codes with its own status', async () => {
  const answer = await service.app.inject('/items/0190a5c4-0000-7000-8000-000000000000');
  expect(answer.json()).toMatchObject({
    status: 404,
    code: 'item_not_found',
    title: 'There is no such item',
  });
});

test('a code that is in no table is an internal error', async () => {
  expect((await service.app.inject('/bad-answer?how=code')).json().code).toBe('internal');
});

test.each(['status', 'shape'])('with checkResponses an undocumented %s is an internal error', async (how) => {
  expect((await service.app.inject(`/bad-answer?how=${how}`)).statusCode).toBe(500);
  const lax = await createSampleService({ checkResponses: false });
  expect((await lax.app.inject(`/bad-answer?how=${how}`)).statusCode).toBeLessThan(300);
  await lax.close();
});

test('with checkResponses a misspelt rule stops the start', async () => {
  const body = { type: 'object', additionalProperties: false, properties: {}, maxProprties: 1 };
  const misspelt = (checkResponses: boolean) =>
    createSampleService({
      checkResponses,
      routes: (app) => {
        app.post('/misspelt', { schema: { operationId: 'misspell', body } }, async () => ({}));
      },
    });
  await expect(misspelt(true)).rejects.toThrow('maxProprties');
  await (await misspelt(false)).app.close();
});

test.each([
  [Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }), 507, 'storage_full'],
  [Object.assign(new Error('full'), { code: 'ENOSPC' }), 507, 'storage_full'],
  [Object.assign(new Error('full'), { code: 'EDQUOT' }), 507, 'storage_full'],
  [Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 4_874 }), 507, 'storage_full'],
  [new AppError('too_many_requests', 'Later', { headers: { 'retry-after': '5' } }), 429, 'too_many_requests'],
  ['a string', 500, 'internal'],
])('%s: %i %s', async (error, status, code) => {
  const failing = await createSampleService({
    routes: (app) => {
      app.get('/fail', { schema: { operationId: 'fail' } }, async () => {
        throw error;
      });
    },
  });
  const answer = await failing.app.inject('/fail');
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  if (status === 429) expect(answer.headers['retry-after']).toBe('5');
  await failing.close();
});

describe('start-up refuses', () => {
  const open = Type.Object({ a: Type.String() });
  const cases: [string, (app: ServiceApp) => void, RegExp][] = [
    [
      'an open body',
      (app) => app.post('/a', { schema: { operationId: 'a', body: open } }, async () => ''),
      /strictObject.*body of POST \/a/,
    ],
    [
      'an open object deep in a body',
      (app) =>
        app.post(
          '/a',
          { schema: { operationId: 'a', body: strictObject({ b: Type.Array(Nested) }) } },
          async () => '',
        ),
      /missing at \/properties\/b\/items/,
    ],
    [
      'an open query',
      (app) => app.get('/a', { schema: { operationId: 'a', querystring: open } }, async () => ''),
      /query string of GET \/a/,
    ],
    [
      'a route without operationId',
      (app) => app.get('/a', async () => ''),
      /operationId in the schema of GET \/a/,
    ],
    [
      'an unknown error code',
      (app) => app.get('/a', { schema: { operationId: 'a' }, config: { errors: ['nope'] } }, async () => ''),
      /nope/,
    ],
    [
      'an unknown keyword',
      (app) =>
        app.post(
          '/a',
          { schema: { operationId: 'a', body: strictObject({ a: Type.String({ maxLenght: 3 }) }) } },
          async () => '',
        ),
      /maxLenght/,
    ],
    [
      'an idempotent upload',
      (app) =>
        app.post(
          '/a',
          { schema: { operationId: 'a' }, config: { idempotent: true, contentTypes: ['image/png'] } },
          async () => '',
        ),
      /only JSON bodies/,
    ],
  ];
  const Nested = Type.Object({ c: Type.String() });
  test.each(cases)('%s', async (_name, routes, message) => {
    await expect(createSampleService({ routes })).rejects.toThrow(message);
  });

  test('an idempotent route without a store', async () => {
    const routes = (app: ServiceApp) => {
      app.post('/a', { schema: { operationId: 'a' }, config: { idempotent: true } }, async () => '');
    };
    const { createService } = await import('./server.js');
    const base = {
      name: 's',
      title: 's',
      version: '1',
      description: 's',
      host: '127.0.0.1',
      port: 0,
      tokens: [],
    };
    await expect(createService({ ...base, bodyLimitBytes: 1000, routes })).rejects.toThrow(
      /idempotency store/,
    );
  });
});

test('a port in use is reported in one line', async () => {
  const second = await createSampleService({ port });
  await expect(second.listen()).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use by another program`);
  await second.close();
});

test('stopping closes idle connections, finishes running requests, rejects new ones, then runs onClose', async () => {
  let started!: () => void;
  let finish!: () => void;
  const running = new Promise<void>((resolve) => (started = resolve));
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const order: string[] = [];
  const stopping = await createSampleService({
    routes: (app) => {
      app.get(
        '/slow',
        { schema: { operationId: 'slow', response: { 200: strictObject({ done: Type.Boolean() }) } } },
        async () => {
          started();
          await gate;
          order.push('answered');
          return { done: true };
        },
      );
      app.addHook('onClose', async () => {
        order.push('onClose');
      });
    },
  });
  const { url, port: stoppingPort } = await stopping.listen();
  const silent = connect(stoppingPort, '127.0.0.1');
  await once(silent, 'connect');
  const slow = fetch(`${url}/slow`);
  await running;
  const silentClosed = once(silent, 'close');
  const closed = stopping.close();
  await silentClosed;
  await expect(fetch(`${url}/health`)).rejects.toThrow();
  expect(order).toEqual([]);
  finish();
  const answer = await slow;
  expect(await answer.json()).toEqual({ done: true });
  expect(answer.headers.get('connection')).toBe('close');
  await closed;
  expect(order).toEqual(['answered', 'onClose']);
});
