import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let authServer: Server | undefined;
afterEach(async () => {
  await service?.close();
  authServer?.close();
  authServer = undefined;
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const secret = 's'.repeat(32);
const job = '/tts/jobs/01900000-0000-7000-8000-000000000000';

/** Starts an authentication server that knows the token "ada" and counts its calls. */
async function startAuthServer(answer: (token: string) => { status: number; body: unknown }) {
  const introspections: { token: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const token = new URLSearchParams(body).get('token') ?? '';
      introspections.push({ token, authorization: request.headers.authorization });
      const { status, body: answered } = answer(token);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  authServer = server;
  return { asked: introspections, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Starts a server that does not respond before it is released, and then responds "not active". */
async function startHoldingServer() {
  const waiting: (() => void)[] = [];
  const server = createServer((_request, response) => {
    waiting.push(() => response.end('{"active":false}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  authServer = server;
  const release = () => {
    for (const answer of waiting) answer();
  };
  return {
    introspections: () => waiting.length,
    hold: { release },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}

async function ticketOf(token: string): Promise<string> {
  const { status, body } = await service.get('/auth/ticket', bearer(token));
  expect(status).toBe(200);
  return body.ticket;
}

function sign(
  fields: { secret?: string; age?: number; life?: number; audience?: string } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000) - (fields.age ?? 0);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('anima-avatar')
    .setAudience(fields.audience ?? 'anima-avatar')
    .setIssuedAt(now)
    .setExpirationTime(now + (fields.life ?? 300))
    .sign(Buffer.from(fields.secret ?? secret));
}

describe('without any setting', () => {
  it('is open on this machine, and a ticket is taken as if it mattered', async () => {
    service = await startTestService();
    expect((await service.get('/jobs')).status).toBe(200);
    const { body } = await service.get('/auth/ticket');
    expect((await service.get(`/jobs?ticket=${body.ticket}`)).status).toBe(200);
    expect((await service.get('/jobs?tickt=x')).status).toBe(400);
  });

  it('listens on loopback only', async () => {
    await expect(startTestService({ AVATAR_HOST: '0.0.0.0' })).rejects.toThrow(/0\.0\.0\.0/);
  });
});

describe('with a service token', () => {
  it('rejects every request except /health without credentials', async () => {
    service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top' });
    expect((await service.get('/health')).status).toBe(200);
    for (const path of ['/jobs', job, '/auth/ticket', '/openapi.json', '/docs', '/metrics', '/nowhere']) {
      expect(await service.get(path)).toMatchObject({ status: 401 });
    }
    expect(await service.get('/jobs', bearer('other'))).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
    expect((await service.get('/jobs', bearer('top'))).status).toBe(200);
    expect((await service.get(job, bearer('top'))).status).toBe(404);
  });

  it('issues tickets for five minutes that read jobs, in every supported header and parameter', async () => {
    service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top' });
    const before = Date.now();
    const { body } = await service.get('/auth/ticket', bearer('top'));
    const life = Date.parse(body.expires_at) - before;
    expect(life).toBeGreaterThan(298_000);
    expect(life).toBeLessThanOrEqual(301_000);
    const { ticket } = body;
    expect((await service.get('/jobs', bearer(ticket))).status).toBe(200);
    expect((await service.get('/jobs', { 'x-avatar-ticket': ticket })).status).toBe(200);
    expect((await service.get(`/jobs?ticket=${ticket}&kind=tts`)).status).toBe(200);
    expect(JSON.stringify(service.log())).not.toContain(ticket);
  });

  it('refuses a ticket what tickets may not', async () => {
    service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top' });
    const ticket = await ticketOf('top');
    expect(await service.get('/auth/ticket', bearer(ticket))).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });
});

describe('tickets', () => {
  it.each<[string, () => Promise<string>, number, string]>([
    ['its own', () => sign(), 200, ''],
    ['an expired one', () => sign({ age: 301 }), 401, 'ticket_expired'],
    ['one of another secret', () => sign({ secret: 'x'.repeat(32) }), 401, 'unauthorized'],
    ['one for another service', () => sign({ audience: 'other' }), 401, 'unauthorized'],
    [
      'one that lives too long, after five minutes',
      () => sign({ age: 301, life: 3_600 }),
      401,
      'ticket_expired',
    ],
    ['no JWT', async () => 'a.b.c', 401, 'unauthorized'],
    [
      'one without a signature',
      async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await sign()).split('.')[1]}.`,
      401,
      'unauthorized',
    ],
  ])('%s', async (_name, ticket, status, code) => {
    service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top', AVATAR_TICKET_SECRET: secret });
    const answer = await service.get('/jobs', bearer(await ticket()));
    expect(answer.status).toBe(status);
    if (code !== '') expect(answer.body.code).toBe(code);
  });

  it.each(['x', 's'.repeat(31), 'é'.repeat(15)])('are not signed with a short secret: %s', async (short) => {
    await expect(startTestService({ AVATAR_TICKET_SECRET: short })).rejects.toThrow(
      /AVATAR_TICKET_SECRET: expected text of at least 32 bytes, kept secret, received something else$/,
    );
  });

  it('with only their secret set, open what tickets may open and no more', async () => {
    service = await startTestService({ AVATAR_TICKET_SECRET: secret });
    expect((await service.get('/jobs')).status).toBe(401);
    expect((await service.get('/jobs', bearer(await sign()))).status).toBe(200);
    expect((await service.get('/auth/ticket', bearer(await sign()))).status).toBe(403);
  });

  it('die with the process when their secret is random', async () => {
    service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top' });
    const ticket = await ticketOf('top');
    await service.restart();
    expect((await service.get('/jobs', bearer(ticket))).status).toBe(401);
  });
});

describe('with an authentication server', () => {
  it('without the service token refuses every request, whatever the path', async () => {
    service = await startTestService({ AVATAR_AUTH_SERVER: 'http://127.0.0.1:1/' });
    for (const path of ['/health', '/jobs', '/nowhere', '/docs', '/openapi.json', '/metrics']) {
      expect(await service.get(path)).toMatchObject({ status: 503, body: { code: 'auth_misconfigured' } });
    }
    for (const method of ['OPTIONS', 'DELETE', 'PATCH']) {
      expect((await service.request(method, '/jobs')).status).toBe(503);
    }
  });

  it('must be an address', async () => {
    const env = { AVATAR_SERVICE_TOKEN: 'top', AVATAR_AUTH_SERVER: 'auth.example' };
    await expect(startTestService(env)).rejects.toThrow(/address for AVATAR_AUTH_SERVER/);
  });

  it('accepts active tokens, checks each once a minute, and authenticates itself', async () => {
    const { asked: introspections, url } = await startAuthServer((token) => ({
      status: 200,
      body: { active: token === 'ada' },
    }));
    service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top', AVATAR_AUTH_SERVER: url });
    const answers = await Promise.all([1, 2, 3].map(() => service.get('/jobs', bearer('ada'))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await service.get('/jobs', bearer('eve'))).status).toBe(401);
    expect((await service.get('/jobs', bearer('eve'))).status).toBe(401);
    expect((await service.get('/jobs', bearer('top'))).status).toBe(200);
    expect(introspections).toEqual([
      { token: 'ada', authorization: 'Bearer top' },
      { token: 'eve', authorization: 'Bearer top' },
    ]);
    // All rights but that of the service token.
    expect((await service.get('/auth/ticket', bearer('ada'))).status).toBe(403);
  });

  it.each<[string, { status: number; body: unknown }]>([
    ['fails', { status: 500, body: {} }],
    ['refuses us', { status: 401, body: {} }],
    ['answers nonsense', { status: 200, body: { ok: true } }],
    ['answers a list', { status: 200, body: [true] }],
    ['writes the end of the token as text', { status: 200, body: { active: true, exp: '1' } }],
    ['answers too much', { status: 200, body: { active: true, sub: 'x'.repeat(70_000) } }],
    ['sends us elsewhere', { status: 302, body: { active: true } }],
  ])('lets nobody in when it %s', async (_name, answer) => {
    const { url } = await startAuthServer(() => answer);
    service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top', AVATAR_AUTH_SERVER: `${url}/check` });
    expect(await service.get('/jobs', bearer('ada'))).toMatchObject({
      status: 503,
      body: { code: 'auth_unavailable' },
    });
    expect((await service.get('/jobs', bearer('top'))).status).toBe(200);
  });

  it('accepts only tokens with the required audience and scopes', async () => {
    const { url } = await startAuthServer((token) => ({
      status: 200,
      body: { active: true, aud: token, scope: 'speak see' },
    }));
    const auth = { AVATAR_SERVICE_TOKEN: 'top', AVATAR_AUTH_SERVER: url };
    service = await startTestService({ ...auth, AVATAR_AUTH_AUDIENCE: 'avatar', AVATAR_AUTH_SCOPE: 'speak' });
    expect((await service.get('/jobs', bearer('avatar'))).status).toBe(200);
    expect((await service.get('/jobs', bearer('memory'))).status).toBe(401);
    await service.restart({ AVATAR_AUTH_SCOPE: 'speak  rule' });
    expect((await service.get('/jobs', bearer('avatar'))).status).toBe(401);
  });

  it('limits concurrent checks of invented tokens', async () => {
    const { introspections, hold, url } = await startHoldingServer();
    service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top', AVATAR_AUTH_SERVER: url });
    const calls = Array.from({ length: 80 }, (_, n) => service.get('/jobs', bearer(`made-up-${n}`)));
    await vi.waitFor(() => expect(introspections()).toBe(64), { timeout: 10_000 });
    expect((await service.get('/jobs', bearer('top'))).status).toBe(200);
    hold.release();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(64);
    expect(statuses.filter((status) => status === 503)).toHaveLength(16);
  });

  it('rejects tokens if the server is unreachable or the token has expired', async () => {
    service = await startTestService({
      AVATAR_SERVICE_TOKEN: 'top',
      AVATAR_AUTH_SERVER: 'http://127.0.0.1:1/',
    });
    expect(await service.get('/jobs', bearer('ada'))).toMatchObject({ status: 503 });
    await service.close();
    const { url } = await startAuthServer(() => ({ status: 200, body: { active: true, exp: 1_000 } }));
    service = await startTestService({ AVATAR_SERVICE_TOKEN: 'top', AVATAR_AUTH_SERVER: url });
    expect((await service.get('/jobs', bearer('ada'))).status).toBe(401);
  });
});
