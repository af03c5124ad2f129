import { readLines } from './stream-lines.js';

/** One block of an event stream; `data` is null where the block only says where one is (`id`), or how long to wait (`retry`). */
export interface ServerSentEvent {
  event: string;
  data: string | null;
  id: string | null;
  retryMs: number | null;
}

/** Characters of one event; ours have no more than a second of sound and motion. */
const LONGEST_EVENT = 4_194_304;

/**
 * The blocks of a `text/event-stream` as they come, by the HTML standard (9.2.6). Leaving the loop closes the stream.
 * @throws Error where an event is too long; what the stream is broken off with
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, void> {
  const block = createBlock();
  // A block that has not ended is dropped, as the standard wants it.
  for await (const line of readLines(body, LONGEST_EVENT, tooLong)) {
    const event = block.add(line);
    if (event !== null) yield event;
  }
}

function createBlock() {
  let fields: { [name: string]: string } = {};
  let data: string[] = [];
  let length = 0;
  return {
    /** The event that this line ends, if it does. */
    add(line: string): ServerSentEvent | null {
      if (line !== '') {
        length += line.length;
        if (length > LONGEST_EVENT) throw tooLong();
        const [name, value] = fieldOf(line);
        if (name === 'data') data.push(value);
        else if (name !== '') fields[name] = value;
        return null;
      }
      const { event = 'message', id, retry } = fields;
      const isEmpty = data.length === 0 && id === undefined && retry === undefined;
      const ended: ServerSentEvent = {
        event,
        data: data.length === 0 ? null : data.join('\n'),
        id: id ?? null,
        retryMs: retry !== undefined && /^\d{1,9}$/.test(retry) ? Number(retry) : null,
      };
      [fields, data, length] = [{}, [], 0];
      return isEmpty ? null : ended;
    },
  };
}

/** A comment has no name. */
function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}

function tooLong(): Error {
  return new Error(`Expected an event of at most ${LONGEST_EVENT} characters, received a longer one`);
}
