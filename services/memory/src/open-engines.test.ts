import { expect, it } from 'vitest';
import { followEvents } from './testing/follow-events.js';
import { startTestService } from './testing/test-service.js';

it('listeners hear what happens while the bus is away, at once', async () => {
  const service = await startTestService({ MEMORY_BUS_URL: 'nats://127.0.0.1:1' });
  const listener = await followEvents(`${service.url}/api/v1/events`);
  const { status } = await service.post('/api/v1/remember', { content: 'A note', type: 'fact' });
  expect(status).toBe(201);
  // Well before the stream's own heartbeat, which would look too.
  await listener.until((heard) => heard.some(({ event }) => event === 'memory.created'));
  expect((await service.get('/api/v1/status')).body.components.message_bus).toMatchObject({
    status: 'down',
    backend: 'nats',
    detail: 'The message bus does not answer; what happens is kept, and published when it is back',
  });
  await listener.leave();
  await service.close();
}, 12_000);
