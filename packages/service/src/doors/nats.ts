export {
  createJetStreamPublisher,
  type JetStreamPublisher,
  type JetStreamPublisherOptions,
} from '../nats/jetstream-publisher.js';
export { type Nats, type NatsOptions, openNats } from '../nats/open-nats.js';
