import { describe, expect, it } from 'vitest';
import { readEvents } from './server-sent-events.js';

async function read(bytes: Uint8Array, size: number): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
  const events: string[] = [];
  for await (const data of readEvents(stream)) events.push(data);
  return events;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('events of a stream, wherever it is cut', () => {
  it.each([
    ['LF', 'data: a\n\ndata: b\n\n', ['a', 'b']],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['CR', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['comments and other fields', ': ping\n\nevent: x\nid: 1\nretry: 5\ndata: a\n\n', ['a']],
    ['lines of one event', 'data: a\ndata:b\ndata\ndata:  c\n\n', ['a\nb\n\n c']],
    ['a mark of the byte order', '\uFEFFdata: a\n\n', ['a']],
    ['what was not ended', 'data: a\n\ndata: b\n', ['a']],
    ['a field with a longer name', 'database: a\n\ndata: b\n\n', ['b']],
    ['characters of several bytes', 'data: “Grüße 👋🏽”\n\n', ['“Grüße 👋🏽”']],
    ['nothing', '', []],
  ])('%s', async (_name, text, expected) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(await read(bytesOf(text), size)).toEqual(expected);
  });

  it('one without an end is refused, and its source let go', async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytesOf(`data: ${'x'.repeat(100_000)}\n`)),
      cancel: () => {
        cancelled = true;
      },
    });
    await expect(readEvents(endless).next()).rejects.toThrow('a million characters');
    expect(cancelled).toBe(true);
  });
});
