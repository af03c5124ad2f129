import type { ScaleOut } from '@anima/service/scale-out';
import { readBusAddress } from './nats/bus-address.js';
import { openNatsPublisher } from './nats/nats-publisher.js';

const nats: ScaleOut['nats'] = {
  openPublisher: ({ setting, url, defaultName, ...options }) =>
    openNatsPublisher({ ...options, address: readBusAddress(setting, url, defaultName) }),
};
export default nats;
