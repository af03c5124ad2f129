export {
  type EventRelay,
  type EventRelayOptions,
  type RelayPosition,
  startEventRelay,
} from '../event-relay.js';
export type { EventLog, EventOutbox, EventPublisher, ServiceEvent } from '../events.js';
export { createInProcessPublisher } from '../in-process-publisher.js';
