import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import type { EventPublisher, ServiceEvent } from '../events/events.js';

type Message = { batch: readonly ServiceEvent[] } | { probe: string };

/** For tests: an asynchronous bus that reaches all publishers of its name, in any thread. */
export function createBroadcastPublisher(name: string): EventPublisher & { close(): void } {
  const outgoing = new BroadcastChannel(name);
  const incoming = new BroadcastChannel(name);
  const receivers = new Set<(message: Message) => void>();
  incoming.onmessage = (message) => {
    for (const receive of receivers) {
      try {
        receive((message as { data: Message }).data);
      } catch {
        // The port ignores errors of listeners.
      }
    }
  };
  const send = (message: Message) => outgoing.postMessage(message);
  const join = (receive: (message: Message) => void) => {
    receivers.add(receive);
    return () => receivers.delete(receive);
  };
  return {
    publish: async (batch) => send({ batch }),
    subscribe: (listener) =>
      join((message) => {
        if ('batch' in message) listener(message.batch);
      }),
    probe: () =>
      new Promise((resolve) => {
        const probe = randomUUID();
        const leave = join((message) => {
          if (!('probe' in message) || message.probe !== probe) return;
          leave();
          resolve();
        });
        send({ probe });
      }),
    close() {
      outgoing.close();
      incoming.close();
    },
  };
}
