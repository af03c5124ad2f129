export {
  type EventRelay,
  type EventRelayOptions,
  type RelayPosition,
  startEventRelay,
} from '../events/event-relay.js';
export type { EventLog, EventOutbox, EventPublisher, ServiceEvent } from '../events/events.js';
export { createInProcessPublisher } from '../events/in-process-publisher.js';
