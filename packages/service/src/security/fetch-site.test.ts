import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceOptions } from '../http/server.js';
import { createSampleService, registerItems, type SampleService } from '../testing/sample-service.js';

const TOKENS = [{ token: 'secret', agent: null }];
const LINK = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const FRAME = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
const PICTURE = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const SCRIPT = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
const CALL = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const NEIGHBOUR = 'http://localhost:5173';

const start = (options: Partial<ServiceOptions> = {}) =>
  createSampleService({
    routes: (app) => {
      registerItems(app);
      app.get(
        '/picture',
        { config: { embeddable: true }, schema: { operationId: 'getPicture' } },
        async () => 'a picture',
      );
    },
    ...options,
  });

let open: SampleService;
let closed: SampleService;
beforeAll(async () => {
  open = await start();
  closed = await start({ tokens: TOKENS });
});
afterAll(async () => {
  await open.close();
  await closed.close();
});

const ask = (service: SampleService, url: string, headers: Record<string, string>, method: 'GET' | 'POST') =>
  service.app.inject({ method, url, headers });

describe('without authentication, on this machine', () => {
  test.each([
    ['no browser', 'GET', '/items', {}, 200],
    ['a page of the service', 'GET', '/items', { 'sec-fetch-site': 'same-origin', ...CALL }, 200],
    ['an address that was typed', 'GET', '/items', { 'sec-fetch-site': 'none', ...LINK }, 200],
    ['a call of another site', 'GET', '/items', { 'sec-fetch-site': 'cross-site', ...CALL }, 403],
    ['a picture on another site', 'GET', '/items', { 'sec-fetch-site': 'cross-site', ...PICTURE }, 403],
    ['a script on another site', 'GET', '/openapi.json', { 'sec-fetch-site': 'cross-site', ...SCRIPT }, 403],
    ['a link to what is no page', 'GET', '/items', { 'sec-fetch-site': 'cross-site', ...LINK }, 403],
    ['a link to a page', 'GET', '/docs', { 'sec-fetch-site': 'cross-site', ...LINK }, 200],
    ['a page in a frame', 'GET', '/docs', { 'sec-fetch-site': 'cross-site', ...FRAME }, 403],
    ['a page as a picture', 'GET', '/docs', { 'sec-fetch-site': 'cross-site', ...PICTURE }, 403],
    ['a form', 'POST', '/refresh', { 'sec-fetch-site': 'cross-site', ...LINK }, 403],
    ['its health', 'GET', '/health', { 'sec-fetch-site': 'cross-site', ...PICTURE }, 403],
    ['an unknown path', 'GET', '/nothing', { 'sec-fetch-site': 'cross-site', ...PICTURE }, 403],
    ['a word nobody knows', 'GET', '/items', { 'sec-fetch-site': 'none, cross-site' }, 403],
    ['media on another site', 'GET', '/picture', { 'sec-fetch-site': 'cross-site', ...PICTURE }, 403],
    ['media on a neighbour', 'GET', '/picture', { 'sec-fetch-site': 'same-site', ...PICTURE }, 200],
    ['a picture on a neighbour', 'GET', '/items', { 'sec-fetch-site': 'same-site', ...PICTURE }, 403],
    ['a link on a neighbour', 'GET', '/docs', { 'sec-fetch-site': 'same-site', ...LINK }, 200],
    [
      'a call of a neighbour with its origin',
      'GET',
      '/items',
      { 'sec-fetch-site': 'same-site', origin: NEIGHBOUR, ...CALL },
      200,
    ],
    [
      'an origin of this machine under its other name',
      'GET',
      '/items',
      { 'sec-fetch-site': 'cross-site', origin: NEIGHBOUR, ...CALL },
      403,
    ],
  ] as const)('%s', async (_name, method, url, headers, status) => {
    const answer = await ask(open, url, headers, method);
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json().code).toBe('origin_not_allowed');
  });
});

describe('with authentication', () => {
  const authorization = 'Bearer secret';

  test('media are shown by any page that has what lets it', async () => {
    const shown = { 'sec-fetch-site': 'cross-site', ...PICTURE };
    const answer = await ask(closed, '/picture', { ...shown, authorization }, 'GET');
    expect([answer.statusCode, answer.headers['cross-origin-resource-policy']]).toEqual([
      200,
      'cross-origin',
    ]);
    expect((await ask(closed, '/picture', shown, 'GET')).statusCode).toBe(401);
  });

  test('nothing else is, whatever it has', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', ...PICTURE, authorization };
    expect((await ask(closed, '/items', headers, 'GET')).statusCode).toBe(403);
  });

  test('another site is refused before it learns whether its token is known', async () => {
    const answer = await ask(closed, '/items', { 'sec-fetch-site': 'cross-site' }, 'GET');
    expect(answer.json().code).toBe('origin_not_allowed');
  });
});
