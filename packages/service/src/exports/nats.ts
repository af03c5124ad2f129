export { type BusAddress, readBusAddress } from '../nats/bus-address.js';
export { type NatsPublisher, type NatsPublisherOptions, openNatsPublisher } from '../nats/nats-publisher.js';
