import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSampleService, type SampleService } from '../testing/sample-service.js';

const ID = '0190a5c4-0000-7000-8000-000000000000';
let service: SampleService;
beforeAll(async () => {
  service = await createSampleService();
});
afterAll(() => service.close());

test.each(['/unknown', `/items/${ID}/history`, '/Items', '//health'])('%s: 404', async (url) => {
  const answer = await service.app.inject(url);
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
});

test.each([
  ['DELETE', '/items', 'GET, HEAD, OPTIONS, POST'],
  ['PUT', '/items?x=1', 'GET, HEAD, OPTIONS, POST'],
  ['POST', `/items/${ID}`, 'DELETE, GET, HEAD, OPTIONS'],
  ['GET', '/refresh', 'OPTIONS, POST'],
  ['POST', '/health', 'GET, HEAD, OPTIONS'],
  ['TRACE', '/health', 'GET, HEAD, OPTIONS'],
  // Not an item whose id breaks its rule.
  ['DELETE', '/items/newest', 'GET, HEAD, OPTIONS'],
  ['POST', '/items/newest?x=1', 'GET, HEAD, OPTIONS'],
] as const)('%s %s: 405 with Allow', async (method, url, allow) => {
  const answer = await service.app.inject({ method, url });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe(allow);
  expect(answer.json().code).toBe('method_not_allowed');
});

test('a wrong method is rejected before its body is read', async () => {
  const headers = { 'content-type': 'text/plain' };
  expect((await service.app.inject({ method: 'PUT', url: '/items', headers, payload: '{' })).statusCode).toBe(
    405,
  );
  expect(
    (await service.app.inject({ method: 'POST', url: '/unknown', headers, payload: '{' })).statusCode,
  ).toBe(404);
});

test('OPTIONS names the methods and grants no page anything', async () => {
  const answer = await service.app.inject({ method: 'OPTIONS', url: `/items/${ID}` });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers.allow).toBe('DELETE, GET, HEAD, OPTIONS');
  const names = Object.keys(answer.headers);
  expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect((await service.app.inject({ method: 'OPTIONS', url: '/unknown' })).statusCode).toBe(404);
});

test('HEAD answers as GET without the body', async () => {
  const answer = await service.app.inject({ method: 'HEAD', url: '/health' });
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
});
