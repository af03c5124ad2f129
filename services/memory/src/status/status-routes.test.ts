import { documentFaults } from '@anima/service/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBalanced, startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('GET /api/v1/status', () => {
  it('probes every component and counts memories and agents', async () => {
    const remember = (fields: Record<string, unknown>) =>
      service.post('/api/v1/remember', { content: 'x', type: 'fact', ...fields });
    await remember({ project: 'one' });
    await remember({ project: 'one', type: 'decision' });
    const { body: third } = await remember({});
    await service.post('/api/v1/forget', { memory_id: third.memory_id });
    await service.post('/api/v1/agents/heartbeat', { agent_id: 'ann', project_id: 'one' });
    const { status, body } = await service.get('/api/v1/status');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ok',
      memories: {
        total: 3,
        active: 2,
        archived: 1,
        global: 1,
        by_type: { fact: 2, decision: 1 },
        projects: 1,
        by_project: { one: 2 },
      },
      agents: { count: 1, connected: [{ agent_id: 'ann', project: 'one' }] },
    });
    expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(body.uptime_seconds).toBeGreaterThan(0);
    expect(Object.keys(body.components)).toEqual([
      'database',
      'vector_index',
      'cache',
      'message_bus',
      'model_runtime',
      ...(isBalanced() ? ['shared_cache'] : []),
    ]);
    for (const component of Object.values<Record<string, unknown>>(body.components)) {
      expect(component).toMatchObject({
        status: 'ok',
        backend: expect.any(String),
        latency_ms: expect.any(Number),
        detail: expect.any(String),
      });
    }
  });

  it('counts all agents and lists the latest ones', async () => {
    const beat = (n: number) =>
      service.post('/api/v1/agents/heartbeat', { agent_id: `agent-${n}`, project_id: 'one' });
    await Promise.all(Array.from({ length: 205 }, (_, n) => beat(n)));
    await beat(1_000);
    const { agents } = (await service.get('/api/v1/status')).body;
    expect(agents.count).toBe(207);
    expect(agents.connected).toHaveLength(200);
    expect(agents.connected[0].agent_id).toBe('agent-1000');
  });

  it('refuses parameters it does not know', async () => {
    expect((await service.get('/api/v1/status?verbose=1')).status).toBe(400);
  });
});

describe('the address of the service itself', () => {
  it('directs users to the studio, and programs to the API', async () => {
    const page = await fetch(`${service.url}/`, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([302, '/studio']);
    const { status, body } = await service.get('/');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ name: 'anima-memory', studio: '/studio' }),
    ]);
    const { body: served } = await service.get('/studio/service.json');
    expect(served).toMatchObject({ name: 'memory', other: 'http://127.0.0.1:8765' });
  });
});

describe('the service around the operations', () => {
  it('responds to /health only with ok', async () => {
    const { status, body } = await service.get('/health');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  it('does nothing for requests that pages of other sites cause in a browser', async () => {
    const picture = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    };
    for (const path of [
      '/health',
      '/api/v1/memories',
      '/api/v1/onboarding/scan',
      '/api/v1/events',
      '/docs',
    ]) {
      const { status, headers, body } = await service.get(path, picture);
      expect([path, status, body.code]).toEqual([path, 403, 'origin_not_allowed']);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('documents every route it has, exactly', async () => {
    const { body } = await service.get('/openapi.json');
    expect(documentFaults(body)).toEqual([]);
    expect(body.openapi).toMatch(/^3\.1/);
    const operations = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    for (const operation of [
      'POST /api/v1/remember',
      'POST /api/v1/recall',
      'POST /api/v1/search',
      'POST /api/v1/forget',
      'POST /api/v1/restore',
      'POST /api/v1/get',
      'POST /api/v1/share',
      'GET /api/v1/memories',
      'PATCH /api/v1/memories/{memory_id}',
      'GET /api/v1/memories/{memory_id}/history',
      'GET /api/v1/status',
      'GET /api/v1/project/{project_id}/context',
      'POST /api/v1/agents/heartbeat',
      'GET /api/v1/events',
      'GET /health',
    ]) {
      expect(operations).toContain(operation);
    }
    expect((await service.get('/docs')).status).toBe(200);
  });

  it('responds 404 for an unknown path and 405 with Allow for another method', async () => {
    expect((await service.get('/api/v1/nothing')).body.code).toBe('not_found');
    const wrong = await service.get('/api/v1/remember');
    expect([wrong.status, wrong.body.code]).toEqual([405, 'method_not_allowed']);
    expect(wrong.headers.get('allow')).toContain('POST');
    const put = await service.request('PUT', '/api/v1/memories/01900000-0000-7000-8000-000000000000');
    expect(put.status).toBe(405);
    expect(put.headers.get('allow')).toContain('PATCH');
  });

  it('counts its requests and memories in /metrics', async () => {
    const { status, body } = await service.get('/metrics');
    expect(status).toBe(200);
    expect(body).toContain('http_request_duration_seconds_count');
    expect(body).toMatch(/^anima_memories\{state="active"\} 2$/m);
  });

  it('logs requests without contents, queries or tokens', async () => {
    await service.post(
      '/api/v1/remember',
      { content: 'unmistakable-content', type: 'fact' },
      { authorization: 'Bearer unmistakable-token' },
    );
    await service.post('/api/v1/recall', { query: 'unmistakable-query' });
    await service.get('/api/v1/memories?project_id=unmistakable-project');
    const log = service.log();
    const entry = log.find(({ route }) => route === '/api/v1/remember');
    expect(entry).toMatchObject({ method: 'POST', status: 201, request_id: expect.any(String) });
    expect(JSON.stringify(log)).not.toContain('unmistakable');
  });
});

describe('with MEMORY_API_TOKEN', () => {
  it('lets only bearers in, and binds a token to its agent', async () => {
    const guarded = await startTestService({ MEMORY_API_TOKEN: 'open-sesame,ann=anns-token' });
    try {
      expect((await guarded.get('/health')).status).toBe(200);
      for (const path of ['/api/v1/status', '/api/v1/memories', '/openapi.json', '/metrics', '/docs']) {
        expect((await guarded.get(path)).status, path).toBe(401);
      }
      const body = { content: 'x', type: 'fact' };
      expect((await guarded.post('/api/v1/remember', body)).status).toBe(401);
      expect((await guarded.post('/api/v1/remember', body, { authorization: 'Bearer wrong' })).status).toBe(
        401,
      );
      const anyone = await guarded.post('/api/v1/remember', body, {
        authorization: 'Bearer open-sesame',
        'x-agent-id': 'bob',
      });
      expect(anyone.body.source_agent).toBe('bob');
      const ann = { authorization: 'Bearer anns-token' };
      expect((await guarded.post('/api/v1/remember', body, ann)).body.source_agent).toBe('ann');
      expect((await guarded.post('/api/v1/remember', body, { ...ann, 'x-agent-id': 'bob' })).status).toBe(
        403,
      );
      expect((await guarded.post('/api/v1/remember', { ...body, source_agent: 'bob' }, ann)).status).toBe(
        403,
      );
      const heartbeat = { agent_id: 'bob', project_id: 'p' };
      expect((await guarded.post('/api/v1/agents/heartbeat', heartbeat, ann)).status).toBe(403);
    } finally {
      await guarded.close();
    }
  });

  it('is needed to listen elsewhere than on loopback', async () => {
    await expect(startTestService({ MEMORY_HOST: '0.0.0.0' })).rejects.toThrow(/MEMORY_API_TOKEN|token/);
  });
});
