import { expect, it } from 'vitest';
import { createMemoryService } from './memory-service.js';

it('turns are stored without the credentials in them, which the user did not choose to store', async () => {
  const sent: unknown[] = [];
  const memory = createMemoryService({
    address: 'http://127.0.0.1:9090',
    token: '',
    fetch: async (request) => {
      sent.push(await request.json());
      return Response.json({ memory_id: 'm' }, { status: 201 });
    },
  });
  const at = '2026-11-22T10:00:00.000Z';
  await memory.store({ key: 'k', conversationId: 'c', speaker: 'user', content: 'My key is ...', at });
  expect(sent).toMatchObject([{ content: 'My key is ...', secrets: 'redact' }]);
});

it.each([
  [401, 'The memory service requires a valid token (401)'],
  [503, 'The memory service rejected the request (503): Come again later'],
])('a refusal with %i is told in words', async (status, words) => {
  const memory = createMemoryService({
    ...{ address: 'http://127.0.0.1:9090', token: '' },
    fetch: async () =>
      Response.json(
        {
          type: 'urn:anima:error:overloaded',
          title: 'Busy',
          status,
          code: 'overloaded',
          detail: 'Come again later',
        },
        { status, headers: { 'content-type': 'application/problem+json' } },
      ),
  });
  await expect(memory.recall('What?', new AbortController().signal)).rejects.toThrow(words);
});
