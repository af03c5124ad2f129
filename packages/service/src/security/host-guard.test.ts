import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRaw, sendRaw } from '../testing/raw-http.js';
import { createSampleService, type SampleService } from '../testing/sample-service.js';
import { assertBindAllowed, isLoopbackName } from './host-guard.js';

const CLOSE = 'Connection: close\r\n\r\n';
let service: SampleService;
let port: number;
beforeAll(async () => {
  service = await createSampleService();
  ({ port } = await service.listen());
});
afterAll(() => service.close());

describe('the Host header on a loopback bind', () => {
  test.each([
    ['localhost', 200],
    ['LOCALHOST:9090', 200],
    ['127.0.0.1', 200],
    ['127.9.8.7:80', 200],
    ['[::1]:9090', 200],
    ['studio.localhost', 200],
    ['evil.example', 403],
    ['evil.example:9090', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['127.evil', 403],
    ['10.0.0.1', 403],
    ['0.0.0.0', 403],
    ['[::2]', 403],
    ['evillocalhost', 403],
    ['', 400],
    ['user@localhost', 400],
    ['localhost:notaport', 400],
  ])('%s: %i', async (host, status) => {
    const answer = parseRaw(await sendRaw(port, `GET /health HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}`));
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(/./);
    if (status !== 200)
      expect(JSON.parse(answer.body).code).toBe(status === 403 ? 'host_not_allowed' : 'bad_request');
  });

  test.each([
    ['none', `GET /health HTTP/1.1\r\n${CLOSE}`, 400],
    ['two', `GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n${CLOSE}`, 400],
    [
      'an absolute target elsewhere',
      `GET http://evil.example/health HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`,
      403,
    ],
    ['an absolute target here', `GET http://localhost/health HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 200],
  ])('%s', async (_name, request, status) => {
    const answer = parseRaw(await sendRaw(port, request));
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(/./);
  });
});

describe('the Origin header', () => {
  test.each([
    ['http://localhost:5173', 200],
    ['http://127.0.0.1', 200],
    ['http://[::1]:8765', 200],
    ['https://evil.example', 403],
    ['http://localhost.evil.example', 403],
    ['http://127.0.0.1@evil.example', 403],
    ['null', 403],
    ['', 403],
    ['chrome-extension://localhost', 403],
  ])('%s: %i', async (origin, status) => {
    const answer = await service.app.inject({ method: 'POST', url: '/ping', headers: { origin } });
    expect(answer.statusCode).toBe(status);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    if (status !== 200) expect(answer.json().code).toBe('origin_not_allowed');
  });
});

test('a trusted host is answered, and pages from it', async () => {
  const proxied = await createSampleService({ trustedHosts: ['anima.example'] });
  const headers = { host: 'Anima.example', origin: 'https://anima.example' };
  expect((await proxied.app.inject({ url: '/health', headers })).statusCode).toBe(200);
  expect((await proxied.app.inject({ url: '/health', headers: { host: 'other.example' } })).statusCode).toBe(
    403,
  );
  await proxied.close();
});

test('bound elsewhere, any Host is answered and only foreign pages are refused', async () => {
  const open = await createSampleService({ host: '0.0.0.0', tokens: [{ token: 'secret', agent: null }] });
  const ping = (headers: Record<string, string>) =>
    open.app.inject({
      method: 'POST',
      url: '/ping',
      headers: { authorization: 'Bearer secret', host: '10.0.0.7:9090', ...headers },
    });
  expect((await ping({})).statusCode).toBe(200);
  expect((await ping({ origin: 'http://10.0.0.7:9090' })).statusCode).toBe(200);
  expect((await ping({ origin: 'http://10.0.0.7:1' })).statusCode).toBe(403);
  await open.close();
});

test.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('without a token %s may be bound', (host) => {
  expect(() => assertBindAllowed(host, false)).not.toThrow();
});

test.each(['0.0.0.0', '::', '192.168.1.5', 'my-machine', 'x.localhost', ''])(
  'without a token %s may not',
  async (host) => {
    expect(() => assertBindAllowed(host, false)).toThrow(/^Refusing to listen on .* without an access token/);
    expect(() => assertBindAllowed(host, true)).not.toThrow();
    await expect(createSampleService({ host })).rejects.toThrow(/Refusing to listen/);
  },
);

test('loopback names', () => {
  expect(['::1', 'a.localhost', '127.0.0.1'].every(isLoopbackName)).toBe(true);
  expect(['127.1', '1127.0.0.1', 'localhost.'].some(isLoopbackName)).toBe(false);
});
