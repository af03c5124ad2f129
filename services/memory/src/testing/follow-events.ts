import type { ReceivedEvent } from './read-events.js';

export interface FollowedEvents {
  heard: ReceivedEvent[];
  /** Resolves when `isSo` returns true. It is called now and after each received chunk. */
  until(isSo: (heard: readonly ReceivedEvent[]) => boolean): Promise<void>;
  leave(): Promise<void>;
}

/**
 * Follows an event stream like EventSource of a browser: after the end of a stream, it reconnects with the id
 * of its last event. Resolves when the stream is open.
 */
export async function followEvents(url: string, lastEventId = '0'): Promise<FollowedEvents> {
  const heard: ReceivedEvent[] = [];
  const leaving = new AbortController();
  let last = lastEventId;
  let looked = () => {};
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
        heard.push({ id, event: event!, data: JSON.parse(data!) });
      }
      looked();
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
    heard,
    async until(isSo) {
      while (!isSo(heard)) await new Promise<void>((resolve) => (looked = resolve));
    },
    async leave() {
      leaving.abort();
      await reading;
    },
  };
}
