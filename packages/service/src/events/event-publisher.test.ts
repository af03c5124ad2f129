import { randomUUID } from 'node:crypto';
import { createBroadcastPublisher } from '../testing/broadcast-publisher.js';
import { testEventPublisher } from './event-publisher.contract.js';
import { createInProcessPublisher } from './in-process-publisher.js';

testEventPublisher('in process', () => ({ publisher: createInProcessPublisher(), other: null }));

testEventPublisher('broadcast channel', () => {
  const name = randomUUID();
  const [publisher, other] = [createBroadcastPublisher(name), createBroadcastPublisher(name)];
  return {
    publisher,
    other,
    close() {
      publisher.close();
      other.close();
    },
  };
});
