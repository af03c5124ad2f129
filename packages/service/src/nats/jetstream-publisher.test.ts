import { randomUUID } from 'node:crypto';
import { findNats, startedNats } from '@anima/test-engines';
import { describe } from 'vitest';
import { testEventPublisher } from '../event-publisher.contract.js';
import { createJetStreamPublisher } from './jetstream-publisher.js';
import { openNats } from './open-nats.js';

const raise = (error: unknown) => {
  throw error;
};

async function open(subject: string) {
  const { url } = await startedNats();
  const nats = openNats({ url, name: 'test', onError: raise });
  const publisher = createJetStreamPublisher({ nats, subject, source: 'a test', onError: raise });
  await nats.connected();
  await publisher.ready(10_000);
  return {
    ...publisher,
    async close() {
      await publisher.close();
      await nats.close();
    },
  };
}

describe.skipIf(findNats() === null)('jetstream (no nats-server: skipped)', () => {
  testEventPublisher('JetStream', async () => {
    const subject = `test.${randomUUID()}`;
    const [publisher, other] = [await open(subject), await open(subject)];
    return {
      publisher,
      other,
      async close() {
        await publisher.close();
        await other.close();
      },
    };
  });
});
