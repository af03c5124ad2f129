/** One block of an event stream. A block without data (`data` is null) sets the position (`id`) or the reconnection time. */
export interface ServerSentEvent {
  event: string;
  data: string | null;
  id: string | null;
  retryMs: number | null;
}

/** Characters of one event; an event of the services has at most a second of audio and motion. */
const MAX_EVENT_CHARACTERS = 4_194_304;

/**
 * Reads the blocks of a `text/event-stream` as they arrive
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream), and drops a last block
 * without a blank line after it. Takes time in proportion to the stream, however small its chunks are. Leaving the
 * loop closes the stream. `eventsource-parser` does not fit: it drops blocks that have only an id.
 * @throws Error if an event is longer than `maxCharacters`; the error that breaks the stream off
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  maxCharacters = MAX_EVENT_CHARACTERS,
): AsyncGenerator<ServerSentEvent, void, void> {
  let fields: { [name: string]: string } = {};
  let data: string[] = [];
  let length = 0;
  for await (const line of readLines(body, maxCharacters)) {
    if (line !== '') {
      length += line.length;
      if (length > maxCharacters) throw tooLong(maxCharacters);
      const [name, value] = fieldOf(line);
      if (name === 'data') data.push(value);
      else if (name !== '') fields[name] = value;
      continue;
    }
    const { event = 'message', id, retry } = fields;
    if (data.length > 0 || id !== undefined || retry !== undefined)
      yield {
        event,
        data: data.length === 0 ? null : data.join('\n'),
        id: id ?? null,
        retryMs: retry !== undefined && /^\d{1,9}$/.test(retry) ? Number(retry) : null,
      };
    [fields, data, length] = [{}, [], 0];
  }
}

/** Splits a line at its first colon; a comment has an empty name. */
function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}

/** Yields the lines of a stream; lines end in CR, LF or both, and a last line without an end is dropped. */
async function* readLines(
  bytes: ReadableStream<Uint8Array>,
  maxCharacters: number,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  let endedInCr = false;
  for await (const chunk of chunksOf(bytes)) {
    let text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    // Skips the LF of a CRLF that two chunks share.
    if (endedInCr && text.startsWith('\n')) text = text.slice(1);
    endedInCr = text.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    for (const [index, line] of lines.entries()) {
      parts.push(line);
      size += line.length;
      if (size > maxCharacters) throw tooLong(maxCharacters);
      if (index === lines.length - 1) break;
      yield parts.join('');
      parts.length = 0;
      size = 0;
    }
  }
}

/** Cancels the rest of the stream when its reader stops. */
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

function tooLong(maxCharacters: number): Error {
  return new Error(`Expected an event of at most ${maxCharacters} characters, received a longer one`);
}
