import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import Type from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strictObject } from '../schema/schema.js';
import { createSampleService, registerItems, type SampleService } from '../testing/sample-service.js';

let service: SampleService;
let port: number;
beforeAll(async () => {
  service = await createSampleService({
    routes: (app) => {
      registerItems(app);
      app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, bytes, done) =>
        done(null, bytes),
      );
      app.post(
        '/upload',
        {
          schema: { operationId: 'upload', response: { 200: strictObject({ bytes: Type.Integer() }) } },
          config: { contentTypes: ['application/octet-stream'] },
        },
        async ({ body }) => ({ bytes: (body as unknown as Buffer).length }),
      );
    },
  });
  ({ port } = await service.listen());
});
afterAll(() => service.close());

const post = (url: string, payload: string | Buffer | undefined, headers: Record<string, string>) =>
  service.app.inject({ method: 'POST', url, ...(payload === undefined ? {} : { payload }), headers });

test.each([
  ['application/json', 201],
  ['application/json; charset=utf-8', 201],
  ['Application/JSON;charset="UTF-8"', 201],
  ['application/json; charset=latin1', 415],
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/json-patch+json', 415],
  ['nonsense', 415],
])('content type %s: %i', async (type, status) => {
  const answer = await post('/items', '{"name":"a"}', { 'content-type': type });
  expect(answer.statusCode).toBe(status);
  if (status === 415) expect(answer.json().code).toBe('unsupported_media_type');
});

test('a body without a content type is refused, and so is a missing body where one is due', async () => {
  const untyped = await fetch(`http://127.0.0.1:${port}/items`, {
    method: 'POST',
    body: new Blob(['{"name":"a"}']),
  });
  expect(untyped.status).toBe(415);
  expect((await post('/items', undefined, {})).statusCode).toBe(415);
  const empty = await post('/items', undefined, { 'content-type': 'application/json' });
  expect([empty.statusCode, empty.json().code]).toEqual([400, 'validation_failed']);
});

test('a compressed body is refused', async () => {
  const answer = await post('/items', '{}', {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  });
  expect(answer.statusCode).toBe(415);
});

test.each([
  ['{"name": "a" "b"}', 'Expected a JSON body; it breaks at character 13'],
  ['{"name": "a', 'Expected a JSON body'],
  ['{"__proto__": {"admin": true}, "name": "a"}', 'without the keys __proto__'],
  ['{"constructor": {"prototype": {}}, "name": "a"}', 'without the keys __proto__'],
  ['{"\\u005f_proto__": {}, "name": "a"}', 'without the keys __proto__'],
  [`{"name": ${'['.repeat(101)}`, 'nested at most 100 levels deep'],
  [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'Expected a body in UTF-8'],
])('malformed body %#', async (body, detail) => {
  const answer = await post('/items', body, { 'content-type': 'application/json' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'malformed_json', detail: expect.stringContaining(detail) });
});

test('brackets in a string are no nesting', async () => {
  const answer = await post(
    '/items',
    JSON.stringify({ name: 'a', content: `"\\${'['.repeat(90)}{{{{{{`, tags: ['[[[[[[[['] }),
    {
      'content-type': 'application/json',
    },
  );
  expect(answer.statusCode).toBe(201);
});

test('an optional body may be missing, and takes its defaults', async () => {
  expect((await post('/refresh', undefined, {})).json()).toEqual({ scope: 'all' });
  expect((await post('/refresh', '{"scope":"x"}', { 'content-type': 'application/json' })).json()).toEqual({
    scope: 'x',
  });
  expect((await post('/refresh', '{"scop":"x"}', { 'content-type': 'application/json' })).statusCode).toBe(
    400,
  );
});

test('a route without a body takes none, or an empty object', async () => {
  expect((await post('/ping', undefined, {})).statusCode).toBe(200);
  expect((await post('/ping', '{}', { 'content-type': 'application/json' })).statusCode).toBe(200);
  expect((await post('/ping', '{"a":1}', { 'content-type': 'application/json' })).statusCode).toBe(400);
  expect((await post('/ping', 'x=1', { 'content-type': 'text/plain' })).statusCode).toBe(415);
});

test('a route may take other content types, and then no JSON', async () => {
  const answer = await post('/upload', Buffer.alloc(7), { 'content-type': 'application/octet-stream' });
  expect(answer.json()).toEqual({ bytes: 7 });
  expect((await post('/upload', '{}', { 'content-type': 'application/json' })).statusCode).toBe(415);
});

test('a body above the limit is refused, announced or chunked', async () => {
  const large = JSON.stringify({ name: 'a'.repeat(5000) });
  const announced = await fetch(`http://127.0.0.1:${port}/items`, {
    method: 'POST',
    body: large,
    headers: { 'content-type': 'application/json' },
  });
  expect(announced.status).toBe(413);
  expect(announced.headers.get('x-request-id')).toMatch(/./);
  expect(await announced.json()).toMatchObject({ code: 'payload_too_large' });

  const chunked = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const outgoing = request(
      {
        port,
        method: 'POST',
        path: '/items',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      },
      async (answer) => resolve({ status: answer.statusCode, body: await text(answer) }),
    );
    outgoing.on('error', reject);
    for (let at = 0; at < large.length; at += 1000) outgoing.write(large.slice(at, at + 1000));
    outgoing.end();
  });
  expect(chunked.status).toBe(413);
  expect(JSON.parse(chunked.body)).toMatchObject({ code: 'payload_too_large' });
});

test('a client that sends megabytes still receives the reason of the rejection', async () => {
  for (let round = 0; round < 5; round++) {
    const answer = await fetch(`http://127.0.0.1:${port}/items`, {
      method: 'POST',
      body: 'x'.repeat(4_000_000),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(413);
  }
});
