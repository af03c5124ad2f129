import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../errors.js';
import { createSampleService, type SampleService } from '../testing/sample-service.js';
import { parseAccessTokens } from './access-token.js';

describe('parseAccessTokens', () => {
  test.each([
    ['', []],
    ['tok1', [{ token: 'tok1', agent: null }]],
    [
      'tok1,agent=tok2',
      [
        { token: 'tok1', agent: null },
        { token: 'tok2', agent: 'agent' },
      ],
    ],
    [
      ' tok1 , ada = tok2 ',
      [
        { token: 'tok1', agent: null },
        { token: 'tok2', agent: 'ada' },
      ],
    ],
    ['c2VjcmV0==', [{ token: 'c2VjcmV0==', agent: null }]],
    ['c2VjcmV0=', [{ token: 'c2VjcmV0=', agent: null }]],
    ['ada=c2VjcmV0==', [{ token: 'c2VjcmV0==', agent: 'ada' }]],
    ['ada=a=b', [{ token: 'a=b', agent: 'ada' }]],
  ])('%s', (setting, tokens) => expect(parseAccessTokens(setting)).toEqual(tokens));

  test.each(['a,,b', 'a,', '=', '==', '=tok', 'with space', 'ümlaut', 'same,ada=same'])(
    '%s is refused',
    (setting) => {
      expect(() => parseAccessTokens(setting)).toThrow(AppError);
    },
  );
});

describe('a service with tokens', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await createSampleService({ tokens: parseAccessTokens('open-token,ada=ada-token') });
  });
  afterAll(() => service.close());
  const ping = (headers: Record<string, string>) =>
    service.app.inject({ method: 'POST', url: '/ping', headers });

  test.each([
    ['none', {}],
    ['another token', { authorization: 'Bearer wrong' }],
    ['a prefix of a token', { authorization: 'Bearer open-toke' }],
    ['another scheme', { authorization: 'Basic open-token' }],
    ['two tokens', { authorization: 'Bearer open-token ada-token' }],
  ])('%s: 401', async (_name, headers) => {
    const answer = await ping(headers);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json().code).toBe('unauthorized');
    expect(answer.body).not.toContain('wrong');
  });

  test('every path but /health needs a token, unknown ones too', async () => {
    for (const url of ['/items', '/openapi.json', '/docs', '/metrics', '/unknown']) {
      expect((await service.app.inject(url)).statusCode).toBe(401);
    }
    expect((await service.app.inject('/health')).json()).toEqual({ status: 'ok' });
  });

  test('the agent is taken from the token, else from the header, else null', async () => {
    expect((await ping({ authorization: 'bearer ada-token' })).json()).toEqual({ agent: 'ada' });
    expect((await ping({ authorization: 'Bearer ada-token', 'x-agent-id': 'ada' })).json()).toEqual({
      agent: 'ada',
    });
    expect((await ping({ authorization: 'Bearer open-token', 'x-agent-id': 'bob' })).json()).toEqual({
      agent: 'bob',
    });
    expect((await ping({ authorization: 'Bearer open-token' })).json()).toEqual({ agent: null });
  });

  test('a bound token speaks for no other agent', async () => {
    const answer = await ping({ authorization: 'Bearer ada-token', 'x-agent-id': 'bob' });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
  });

  test.each(['', 'a'.repeat(129), 'tab\there'])('X-Agent-Id %j is refused', async (agent) => {
    const answer = await ping({ authorization: 'Bearer open-token', 'x-agent-id': agent });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].path).toBe('x-agent-id');
  });

  test('tokens are in no log line', () => {
    expect(service.lines.length).toBeGreaterThan(5);
    expect(service.rawLog()).not.toMatch(/ada-token|open-token|wrong/);
  });
});

test('a service may decide itself who is calling', async () => {
  const service = await createSampleService({
    host: '0.0.0.0',
    authenticate: async (request) => {
      if (request.headers['x-ticket'] === 'valid') return { agentId: 'guest' };
      throw new AppError('unavailable', 'The authentication server cannot be reached');
    },
  });
  const ping = (ticket: string) =>
    service.app.inject({ method: 'POST', url: '/ping', headers: { 'x-ticket': ticket } });
  expect((await ping('valid')).json()).toEqual({ agent: 'guest' });
  expect((await ping('other')).statusCode).toBe(503);
  expect((await service.app.inject('/health')).statusCode).toBe(200);
  await service.close();
});
