import type { EventPublisher, ServiceEvent } from './events.js';

type Message = { batch: readonly ServiceEvent[] } | { probe: symbol };

/** The bus of a service that is one process. */
export function createInProcessPublisher(): EventPublisher {
  const receivers = new Set<(message: Message) => void>();

  function send(message: Message): void {
    for (const receive of receivers) {
      try {
        receive(message);
      } catch {
        // The listener reads missed events from the log.
      }
    }
  }

  function join(receive: (message: Message) => void): () => void {
    receivers.add(receive);
    return () => receivers.delete(receive);
  }

  return {
    publish: async (batch) => send({ batch }),

    subscribe: (listener) =>
      join((message) => {
        if ('batch' in message) listener(message.batch);
      }),

    async probe() {
      const sent = Symbol('probe');
      let isBack = false;
      const leave = join((message) => {
        if ('probe' in message && message.probe === sent) isBack = true;
      });
      send({ probe: sent });
      leave();
      if (!isBack) throw new Error('a message reached no subscriber');
    },
  };
}
