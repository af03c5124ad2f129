import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents as readEventsAt } from '../testing/read-events.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const readEvents = (
  count: number,
  headers: Record<string, string> = {},
  afterConnect?: () => Promise<unknown>,
  query = '',
) => readEventsAt(`${service.url}/api/v1/events${query}`, count, { headers, afterConnect });

describe('GET /api/v1/events', () => {
  it('reports every change, without contents, and resumes after a lost connection', async () => {
    let memoryId = '';
    const events = await readEvents(5, {}, async () => {
      const { body } = await service.post(
        '/api/v1/remember',
        { content: 'hush', type: 'fact', project: 'news' },
        { 'x-agent-id': 'ann' },
      );
      memoryId = body.memory_id;
      await service.patch(`/api/v1/memories/${memoryId}`, { importance: 0.7 });
      await service.post('/api/v1/share', { memory_id: memoryId, target_agents: ['bob'] });
      await service.post('/api/v1/forget', { memory_id: memoryId });
      await service.post('/api/v1/restore', { memory_id: memoryId });
    });
    expect(events.map(({ event }) => event)).toEqual([
      'memory.created',
      'memory.updated',
      'memory.shared',
      'memory.archived',
      'memory.restored',
    ]);
    expect(JSON.stringify(events)).not.toContain('hush');
    expect(JSON.stringify(events[0]!.data)).toContain(memoryId);
    expect(JSON.stringify(events[2]!.data)).toContain('bob');

    const resumed = await readEvents(3, { 'last-event-id': events[1]!.id });
    expect(resumed.map(({ id }) => id)).toEqual(events.slice(2).map(({ id }) => id));
    await service.restart();
    const afterRestart = await readEvents(3, { 'last-event-id': events[1]!.id });
    expect(afterRestart.map(({ id }) => id)).toEqual(events.slice(2).map(({ id }) => id));
  });

  it('reports agents that connect, and filters by type', async () => {
    const events = await readEvents(
      1,
      {},
      async () => {
        await service.post('/api/v1/remember', { content: 'x', type: 'fact' });
        await service.post('/api/v1/agents/heartbeat', { agent_id: 'ann', project_id: 'news' });
      },
      '?types=agent.*',
    );
    expect(events.map(({ event }) => event)).toEqual(['agent.connected']);
  });

  it('does not report a rejected write', async () => {
    const events = await readEvents(1, {}, async () => {
      await service.post('/api/v1/remember', { content: '', type: 'fact' });
      await service.post('/api/v1/forget', { memory_id: '01900000-0000-7000-8000-000000000000' });
      await service.post('/api/v1/remember', { content: 'good', type: 'fact', project: 'after refusals' });
    });
    expect(JSON.stringify(events[0]!.data)).toContain('after refusals');
  });

  it('rejects an invalid Last-Event-ID', async () => {
    expect((await service.get('/api/v1/events', { 'last-event-id': 'x' })).status).toBe(400);
  });
});
