import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOwnHeader } from '../../http/proxy-headers.js';
import { createAnswerCopy, READABLE_ENCODINGS } from '../read-answer.js';
import { endToEndHeaders, type Upstream } from './upstream.js';

export interface ForwardOptions {
  /** Path and query after `/v1`. */
  path: string;
  body: Buffer | null;
  /** Headers that are added to the response. */
  added: Readonly<Record<string, string>>;
  /** Gets the text of a complete response with status 200; null: the response is not read. */
  onAnswer: ((contentType: string, text: string) => void) | null;
}

/**
 * Sends a request to the upstream, and its response to the caller, byte by byte while it arrives. If one side disconnects, the
 * connection of the other side is closed.
 * @throws AppError if the upstream does not respond
 */
export async function forward(
  upstream: Upstream,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, body, added, onAnswer }: ForwardOptions,
): Promise<void> {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const headers = forwardedHeaders(request, onAnswer !== null);
  const response = await upstream
    .send({ method: request.method, path, headers, body }, left.signal)
    .catch((error: unknown) => {
      if (!left.signal.aborted) throw error;
      return null;
    });
  reply.hijack();
  if (response === null) return;
  const { raw } = reply;
  // This service alone decides which pages may read its responses.
  for (const [header, values] of Object.entries(endToEndHeaders(response.headersDistinct)))
    if (!header.startsWith('access-control-')) raw.setHeader(header, values);
  if (!raw.hasHeader('x-request-id')) raw.setHeader('x-request-id', request.id);
  for (const [header, value] of Object.entries(added)) raw.setHeader(header, value);
  raw.writeHead(response.statusCode!, response.statusMessage);
  raw.flushHeaders();
  const copy = onAnswer !== null && response.statusCode === 200 ? createAnswerCopy() : null;
  try {
    await pipeline(
      response,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          copy?.add(chunk);
          yield chunk;
        }
      },
      raw,
    );
  } catch {
    // One side has disconnected; `pipeline` has closed the other connection.
    return;
  }
  const text = copy?.text(response.headers['content-encoding']) ?? null;
  if (text !== null) onAnswer?.(response.headers['content-type'] ?? '', text);
}

const REPLACED = new Set(['host', 'content-length', 'expect']);

function forwardedHeaders({ raw }: FastifyRequest, isRead: boolean): Record<string, readonly string[]> {
  const headers = endToEndHeaders(raw.headersDistinct);
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !isOwnHeader(name) && !REPLACED.has(name))
      .map(([name, values]) => [name, isRead && name === 'accept-encoding' ? [readable(values)] : values]),
  );
}

/** Keeps the encodings that the proxy can read, so that it can store the response. */
function readable(values: readonly string[]): string {
  const offered = values.flatMap((value) => value.split(',')).map((each) => each.trim());
  const kept = offered.filter((each) => READABLE_ENCODINGS.has(each.split(';', 1)[0]!.trim().toLowerCase()));
  return kept.length === 0 ? 'identity' : kept.join(', ');
}
