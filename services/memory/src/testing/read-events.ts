import { expect } from 'vitest';

export interface ReceivedEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/** Reads server-sent events until at least `count` events have arrived. */
export async function readEvents(
  url: string,
  count: number,
  {
    headers = {},
    afterConnect,
  }: { headers?: Record<string, string>; afterConnect?: (() => Promise<unknown>) | undefined } = {},
): Promise<ReceivedEvent[]> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  await afterConnect?.();
  const events: ReceivedEvent[] = [];
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const field = (name: string) => block.match(new RegExp(`^${name}: ?(.*)$`, 'm'))?.[1];
      if (field('event'))
        events.push({ id: field('id')!, event: field('event')!, data: JSON.parse(field('data')!) });
    }
    if (events.length >= count) break;
  }
  abort.abort();
  return events;
}
