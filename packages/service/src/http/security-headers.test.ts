import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseRaw, sendRaw } from '../testing/raw-http.js';
import { createSampleService, registerItems, type SampleService } from '../testing/sample-service.js';

let service: SampleService;
let port: number;
beforeAll(async () => {
  service = await createSampleService({
    tokens: [{ token: 'secret', agent: null }],
    routes: (app) => {
      registerItems(app);
      const open = { public: true };
      app.get('/stream', { config: open, schema: { operationId: 'getStream' } }, (_request, reply) =>
        reply.type('text/plain').send(Readable.from(['a', 'b'])),
      );
      app.get('/raw', { config: open, schema: { operationId: 'getRaw' } }, (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, { 'content-type': 'text/plain' }).end('past Fastify');
      });
    },
  });
  ({ port } = await service.listen());
});
afterAll(() => service.close());

const requested = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret\r\nConnection: close\r\n${more}\r\n`;

test.each([
  ['an answer', requested('GET /items'), 200],
  ['no content', requested('OPTIONS /items'), 204],
  ['a page', requested('GET /docs'), 200],
  ['a file of a page', requested('GET /docs/static/swagger-initializer.js'), 200],
  ['a missing file of a page', requested('GET /docs/static/nothing.js'), 404],
  ['metrics', requested('GET /metrics'), 200],
  ['a stream', requested('GET /stream'), 200],
  ['an answer past Fastify', requested('GET /raw'), 200],
  ['a HEAD', requested('HEAD /health'), 200],
  ['an unknown path', requested('GET /nothing'), 404],
  ['an unknown method', requested('PUT /items'), 405],
  ['an unknown caller', 'GET /items HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 401],
  ['an unknown host', 'GET /health HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n', 403],
  ['a refused body', requested('POST /items', 'Content-Type: text/plain\r\nContent-Length: 1\r\n'), 415],
  ['a path that cannot be read', requested('GET /items/%zz'), 400],
  ['an unknown expectation', requested('GET /health', 'Expect: tea\r\n'), 417],
  ['not HTTP', 'hello\r\n\r\n', 400],
  ['too many headers', requested('GET /health', `X-A: ${'a'.repeat(20_000)}\r\n`), 431],
])('%s cannot be taken for something else, nor by another page', async (_name, request, status) => {
  const answer = parseRaw(await sendRaw(port, request));
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
  });
});

test('a crash is answered no otherwise', async () => {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/items',
    payload: { name: 'crash' },
    headers: { authorization: 'Bearer secret' },
  });
  expect([answer.statusCode, answer.headers['x-content-type-options']]).toEqual([500, 'nosniff']);
});
