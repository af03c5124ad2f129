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
  for await (const line of readLines(bytes)) {
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

async function* readLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  let endedInCr = false;
  for await (const chunk of chunksOf(bytes)) {
    let text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    // The other half of a CRLF that was cut in two.
    if (endedInCr && text.startsWith('\n')) text = text.slice(1);
    endedInCr = text.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    for (const [index, line] of lines.entries()) {
      parts.push(line);
      size += line.length;
      if (size > MAX_EVENT_CHARACTERS) throw tooLong();
      if (index === lines.length - 1) break;
      yield parts.join('');
      parts.length = 0;
      size = 0;
    }
  }
}

/** What is left of it is cancelled where its reader stops. */
async function* chunksOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

const tooLong = () => new Error('Expected events of at most a million characters, received a longer one');
