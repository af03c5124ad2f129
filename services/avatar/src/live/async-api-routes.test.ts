import { describe, expect, it } from 'vitest';
import { startTestService } from '../testing/test-service.js';
import { clientMessages, serverMessages } from './live-messages.js';

describe('/asyncapi.json', () => {
  it('names every message of the socket, and no other', async () => {
    const service = await startTestService();
    try {
      const { status, body } = await service.get('/asyncapi.json');
      expect([status, body.asyncapi]).toEqual([200, '3.0.0']);
      const { messages, address } = body.channels.live;
      expect(address).toBe('/live');
      expect(Object.keys(messages).toSorted()).toEqual(
        [
          ...Object.keys(clientMessages).map((name) => `client.${name}`),
          ...Object.keys(serverMessages).map((name) => `server.${name}`),
          'server.binary',
        ].toSorted(),
      );
      for (const { action, messages: named } of Object.values<{
        action: string;
        messages: { $ref: string }[];
      }>(body.operations))
        for (const { $ref } of named) {
          const name = $ref.replace('#/channels/live/messages/', '');
          expect(name).toMatch(action === 'receive' ? /^client\./ : /^server\./);
          expect(messages).toHaveProperty([name]);
        }
      const { payload } = messages['client.text'];
      expect(payload).toMatchObject({
        ...{ required: ['type', 'utterance', 'text'], additionalProperties: false },
        properties: { text: { maxLength: 20_000 }, utterance: { maxLength: 64 } },
      });
    } finally {
      await service.close();
    }
  });
});
