import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { ChatProtocol, Fields, ModelAnswer } from './chat-protocol.js';

/** Larger responses pass through, but their text is not stored. Compressed ones may not exceed it decompressed either. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Content encodings of which the text can be read. */
export const READABLE_ENCODINGS: ReadonlySet<string> = new Set(['gzip', 'deflate', 'br', 'identity']);

/** Collects the bytes of a response while they pass. */
export interface AnswerCopy {
  add(chunk: Buffer): void;
  /** Returns the decompressed text; null if it is too large or damaged. */
  text(encoding: string | undefined): string | null;
}

export function createAnswerCopy(): AnswerCopy {
  let chunks: Buffer[] = [];
  let bytes = 0;
  return {
    add(chunk) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) chunks = [];
      else chunks.push(chunk);
    },
    text(encoding) {
      if (bytes > MAX_ANSWER_BYTES) return null;
      try {
        return decompress(Buffer.concat(chunks), encoding).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

function decompress(body: Buffer, encoding = 'identity'): Buffer {
  const limit = { maxOutputLength: MAX_ANSWER_BYTES };
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
      return body;
    case 'gzip':
      return gunzipSync(body, limit);
    case 'deflate':
      return inflateSync(body, limit);
    case 'br':
      return brotliDecompressSync(body, limit);
    default:
      throw new Error('The encoding is unknown');
  }
}

/** Reads the response of a model; null if it is neither JSON nor a stream of events of the protocol. */
export function readAnswer(protocol: ChatProtocol, contentType: string, text: string): ModelAnswer | null {
  try {
    if (!contentType.startsWith('text/event-stream')) return protocol.readAnswer(JSON.parse(text) as Fields);
    const data = text
      .split(/\r\n\r\n|\n\n|\r\r/)
      .map(dataOf)
      .filter((each) => each !== '');
    const events = data.filter((each) => each !== DONE).map((each) => JSON.parse(each) as Fields);
    return protocol.readEvents(events, data.includes(DONE));
  } catch {
    return null;
  }
}

const DONE = '[DONE]';

function dataOf(event: string): string {
  return event
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .join('\n');
}
