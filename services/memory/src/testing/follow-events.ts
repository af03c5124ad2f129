import type { ReceivedEvent } from './read-events.js';

export interface FollowedEvents {
  received: ReceivedEvent[];
  /** Resolves when `isSo` returns true. It is called now and after each received chunk. */
  until(isSo: (received: readonly ReceivedEvent[]) => boolean): Promise<void>;
  leave(): Promise<void>;
}

/**
 * Follows an event stream like EventSource of a browser: after the end of a stream, it reconnects with the id
 * of its last event. Resolves when the stream is open.
 */
export async function followEvents(url: string, lastEventId = '0'): Promise<FollowedEvents> {
  const received: ReceivedEvent[] = [];
  const leaving = new AbortController();
  let last = lastEventId;
  let notify = () => {};
  let opened = () => {};
  const listening = new Promise<void>((resolve) => (opened = resolve));

  async function read(): Promise<void> {
    const response = await fetch(url, { headers: { 'last-event-id': last }, signal: leaving.signal });
    if (!response.ok) return;
    opened();
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const [, id, event, data] = /^id: (\d+)\nevent: (.+)\ndata: (.+)$/.exec(block) ?? [];
        if (id === undefined) continue;
        last = id;
        received.push({ id, event: event!, data: JSON.parse(data!) });
      }
      notify();
    }
  }

  async function readOn(): Promise<void> {
    while (!leaving.signal.aborted) {
      await read().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const reading = readOn();
  await listening;
  return {
    received: received,
    async until(isSo) {
      while (!isSo(received)) await new Promise<void>((resolve) => (notify = resolve));
    },
    async leave() {
      leaving.abort();
      await reading;
    },
  };
}
