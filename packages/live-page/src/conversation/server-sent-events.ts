import { readLines } from '@anima/client/stream-lines';

/** Of one event, and of what is read until one is whole. */
const MAX_EVENT_CHARACTERS = 1_000_000;

/**
 * The data of each event of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream), wherever its
 * bytes are cut. Lines may end in CR, LF or both; comments and other fields are read over; what no blank line has ended is no event. Throws
 * where an event is longer than a million characters.
 */
export async function* readEvents(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = [];
  let size = 0;
  for await (const line of readLines(bytes, MAX_EVENT_CHARACTERS, tooLong)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n');
      data = [];
      size = 0;
      continue;
    }
    const value = fieldOf(line, 'data');
    if (value === null) continue;
    size += value.length;
    if (size > MAX_EVENT_CHARACTERS) throw tooLong();
    data.push(value);
  }
}

function fieldOf(line: string, name: string): string | null {
  if (line === name) return '';
  if (!line.startsWith(`${name}:`)) return null;
  const value = line.slice(name.length + 1);
  return value.startsWith(' ') ? value.slice(1) : value;
}

const tooLong = () => new Error('Expected events of at most a million characters, received a longer one');
