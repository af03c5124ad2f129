import { expect, it } from 'vitest';
import { createMemoryService } from './memory-service.js';

it('what was said is stored without the credentials in it, which nobody chose to keep', async () => {
  const sent: unknown[] = [];
  const memory = createMemoryService({
    address: 'http://127.0.0.1:9090',
    token: '',
    fetch: async (_address, init) => {
      sent.push(JSON.parse(init?.body as string));
      return Response.json({ memory_id: 'm' }, { status: 201 });
    },
  });
  const at = '2026-11-22T10:00:00.000Z';
  await memory.store({ key: 'k', conversationId: 'c', speaker: 'user', content: 'My key is ...', at });
  expect(sent).toMatchObject([{ content: 'My key is ...', secrets: 'redact' }]);
});
