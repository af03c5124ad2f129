import { describe, expect, it } from 'vitest';
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events.js';

function streamOf(chunks: Uint8Array[], onCancel = () => {}): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: onCancel,
  });
}

async function read(...texts: string[]): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  const chunks = texts.map((text) => new TextEncoder().encode(text));
  for await (const event of readServerSentEvents(streamOf(chunks))) events.push(event);
  return events;
}

const plain = { event: 'message', id: null, retryMs: null };

describe('the blocks of a stream of events', () => {
  it.each<[string, string, ServerSentEvent[]]>([
    ['one line', 'data: a\n\n', [{ ...plain, data: 'a' }]],
    ['lines are joined', 'data: a\ndata:b\ndata\n\n', [{ ...plain, data: 'a\nb\n' }]],
    ['all fields', 'id: 7\nevent: x\ndata: {}\n\n', [{ event: 'x', id: '7', retryMs: null, data: '{}' }]],
    ['one blank alone is dropped', 'data:  a\n\n', [{ ...plain, data: ' a' }]],
    ['a place without data', 'retry: 2000\nid: 3\n\n', [{ ...plain, id: '3', retryMs: 2000, data: null }]],
    ['byte order mark', '\uFEFFdata: a\n\n', [{ ...plain, data: 'a' }]],
    ['field with a longer name', 'database: a\n\ndata: b\n\n', [{ ...plain, data: 'b' }]],
    ['empty stream', '', []],
    ['comments say nothing', ': heartbeat\n\ndata: a\n\n', [{ ...plain, data: 'a' }]],
    ['CRLF', 'data: a\r\n\r\n', [{ ...plain, data: 'a' }]],
    ['CR', 'data: a\r\r', [{ ...plain, data: 'a' }]],
    ['what is no number is no time', 'retry: soon\ndata: a\n\n', [{ ...plain, data: 'a' }]],
    ['what has not ended', 'data: a\n\ndata: b\n', [{ ...plain, data: 'a' }]],
  ])('%s', async (_, text, events) => {
    expect(await read(text)).toEqual(events);
  });

  it('are the same wherever the chunks are cut, also within a letter', async () => {
    const bytes = new TextEncoder().encode('id: 1\r\ndata: ä€😀\r\n\r\ndata: b\n\n');
    for (let at = 0; at <= bytes.length; at++) {
      const events: ServerSentEvent[] = [];
      const chunks = [bytes.slice(0, at), bytes.slice(at)];
      for await (const event of readServerSentEvents(streamOf(chunks))) events.push(event);
      expect(events.map(({ data }) => data)).toEqual(['ä€😀', 'b']);
    }
  });

  it('close the stream when the loop is left', async () => {
    let isClosed = false;
    const stream = streamOf([new TextEncoder().encode('data: a\n\n'), new Uint8Array()], () => {
      isClosed = true;
    });
    for await (const _ of readServerSentEvents(stream)) break;
    expect(isClosed).toBe(true);
  });

  it.each([
    ['line', () => `data: ${'x'.repeat(1_000_000)}`],
    ['event', () => `data: ${'x'.repeat(1_000_000)}\n`],
  ])('a %s without end is refused', async (_, chunk) => {
    await expect(read(...Array.from({ length: 6 }, chunk))).rejects.toThrow('at most 4194304 characters');
  });

  it('an event above the given limit is rejected and its stream closed', async () => {
    let isClosed = false;
    const stream = streamOf(
      [new TextEncoder().encode(`data: ${'x'.repeat(100)}\n`), new Uint8Array()],
      () => {
        isClosed = true;
      },
    );
    await expect(readServerSentEvents(stream, 50).next()).rejects.toThrow('at most 50 characters');
    expect(isClosed).toBe(true);
  });
});
