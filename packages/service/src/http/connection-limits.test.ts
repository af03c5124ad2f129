import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseRaw } from '../testing/raw-http.js';
import { createSampleService, registerItems, type SampleService } from '../testing/sample-service.js';
import type { ConnectionLimits } from './connection-limits.js';
import type { ServiceApp } from './service-app.js';

let service: SampleService;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.close();
});

async function start(
  limits: Partial<ConnectionLimits>,
  routes: (app: ServiceApp) => void = registerItems,
): Promise<number> {
  service = await createSampleService({ connectionLimits: { checkMs: 5, ...limits }, routes });
  return (await service.listen()).port;
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Sends `text` and then nothing; returns the response at the end of the connection. */
async function sendSlowly(port: number, text: string): Promise<string> {
  const socket = await connectTo(port);
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

test.each([
  ['nothing', ''],
  ['half a request line', 'GET /hea'],
  ['half the headers', 'GET /health HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\n'],
])('who sends %s is sent away in time', async (_name, text) => {
  const port = await start({ headersMs: 20 });
  expect(parseRaw(await sendSlowly(port, text))).toMatchObject({
    status: 408,
    headers: { 'x-content-type-options': 'nosniff' },
    body: expect.stringContaining('request_timeout'),
  });
});

test('as does a client that sends headers without end', async () => {
  const port = await start({ headersMs: 20 });
  const socket = await connectTo(port);
  const dripping = setInterval(() => socket.write('X-A: 1\r\n'), 1);
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n');
  socket.resume();
  await once(socket, 'close');
  clearInterval(dripping);
});

test('so is who sends a body that does not end', async () => {
  const port = await start({ headersMs: 10, requestMs: 20 });
  const head = 'POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const answer = parseRaw(await sendSlowly(port, `${head}Content-Length: 100\r\n\r\n{`));
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([408, 'request_timeout']);
});

test('a response that its client does not read is dropped', async () => {
  const chunk = Buffer.alloc(65_536, 'x');
  const endless = new Readable({
    read() {
      this.push(chunk);
    },
  });
  const port = await start({ stalledMs: 20 }, (app) => {
    app.get('/endless', { schema: { operationId: 'endless' } }, (_request, reply) =>
      reply.type('text/plain').send(endless),
    );
  });
  const left = once(endless, 'close');
  const socket = await connectTo(port);
  socket.pause();
  socket.write('GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await left;
});

test('closes the connections that have read nothing for longest when too many bytes wait', async () => {
  const large = 'x'.repeat(4 * 1024 * 1024);
  const port = await start({ maxUnsentBytes: 8 * 1024 * 1024, unsentGraceMs: 0 }, (app) => {
    app.get('/large', { schema: { operationId: 'large' } }, (_request, reply) =>
      reply.type('text/plain').send(large),
    );
  });
  for (let n = 0; n < 5; n++) {
    const socket = await connectTo(port);
    socket.pause();
    const requested = once(service.app.server, 'request');
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(8));
    await requested;
  }
  expect((await (await fetch(`http://127.0.0.1:${port}/large`)).text()).length).toBe(large.length);
  const closed = service.lines.filter(({ msg }) => String(msg).startsWith('a connection is closed'));
  expect(closed.length).toBeGreaterThanOrEqual(3);
  expect(closed.length).toBeLessThanOrEqual(5);
});

test('work that takes long is waited for in silence', async () => {
  const port = await start({}, (app) => {
    app.get('/slow', { schema: { operationId: 'slow' } }, async ({ raw: { socket } }) => {
      socket.setTimeout(1);
      await once(app.server, 'timeout');
      return 'done';
    });
  });
  expect(await (await fetch(`http://127.0.0.1:${port}/slow`)).text()).toBe('done');
});

test('runs pipelined requests in sequence', async () => {
  let [started, finish] = [0, () => {}];
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const port = await start({ maxPipelined: 3 }, (app) => {
    app.get('/slow', { schema: { operationId: 'slow' } }, async () => {
      started++;
      await gate;
      return 'done';
    });
  });
  const answers = sendSlowly(port, 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100));
  await vi.waitFor(() => expect(started).toBe(1));
  finish();
  expect((await answers).match(/HTTP.1.1 \d+|"code":"\w+"/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    'HTTP/1.1 429',
    '"code":"too_many_requests"',
  ]);
  expect(started).toBe(3);
});

test('a connection that is kept and not used is closed', async () => {
  const port = await start({});
  service.app.server.keepAliveTimeout = 5;
  const answer = await sendSlowly(port, 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(parseRaw(answer).status).toBe(200);
});

describe('one connection more than there may be', () => {
  const request = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n';

  test('closes a waiting connection, and logs it once', async () => {
    const port = await start({ maxConnections: 2 });
    const waiting = [await connectTo(port), await connectTo(port)];
    const closed = waiting.map((socket) => once(socket, 'close'));
    for (const socket of waiting) socket.resume();
    for (let n = 0; n < 2; n++) await connectTo(port);
    await Promise.all(closed);
    const warnings = service.lines.filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([{ limit: 2, msg: 'connections are closed: there are too many' }]);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  });

  test('is closed where all are at work', async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const port = await start({ maxConnections: 1 }, (app) => {
      app.get('/slow', { schema: { operationId: 'slow' } }, async () => {
        await gate;
        return 'done';
      });
    });
    const requested = once(service.app.server, 'request');
    const first = await connectTo(port);
    first.write(request);
    await requested;
    await once((await connectTo(port)).resume(), 'close');
    finish();
    const [answer] = await once(first.setEncoding('utf8'), 'data');
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
  });
});
