// The contract suites of the ports, for adapters that live elsewhere. Needs vitest, so it is not part of index.ts.
export { type EventLogUnderTest, testEventLog } from './events/event-log.contract.js';
export { type EventPublisherUnderTest, testEventPublisher } from './events/event-publisher.contract.js';
export {
  type IdempotencyStoreUnderTest,
  testIdempotencyStore,
} from './idempotency/idempotency-store.contract.js';
