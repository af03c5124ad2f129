import { setTimeout as delay } from 'node:timers/promises';
import { readText } from '@anima/calls/read-body';
import { callWithin } from '@anima/calls/signals';
import { createBackoff } from '@anima/service/engines';
import { postJson } from '../../judge/chat/server-url.js';

export interface EmbeddingsServerOptions {
  /** Base URL, to which `/embeddings` is appended: "http://127.0.0.1:11434/v1". */
  url: string;
  /** Name of the model on the server. */
  model: string;
  apiKey: string | null;
  /** Dimensions to request, for models that can shorten their vectors; null: default of the model. */
  dimensions: number | null;
  /** Time limit for one response; the first one may wait until the server has loaded the model. */
  timeoutMs?: number;
}

/** The server will never accept this text. */
export class TextRefusedError extends Error {}

const TIMEOUT_MS = 60_000;
const ATTEMPTS = 3;
const LONGEST_RETRY_MS = 5_000;
/** A vector of 4,096 numbers takes about 50 kB as text, and at most 32 are requested. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Calls `POST {url}/embeddings` as defined by OpenAI and supported by Ollama and vLLM. */
export function createEmbeddingsServer(options: EmbeddingsServerOptions) {
  const { url, model, apiKey, dimensions, timeoutMs = TIMEOUT_MS } = options;
  const endpoint = `${url.replace(/(?<!\/)\/+$/, '')}/embeddings`;
  const { host } = new URL(endpoint);
  let retried = 0;
  let failed = 0;

  function post(texts: readonly string[], signal: AbortSignal): Promise<Response> {
    // Some servers reject an empty text and lone surrogates.
    const input = texts.map((text) => (text.trim() === '' ? '.' : text.toWellFormed()));
    return postJson(
      endpoint,
      { model, input, ...(dimensions === null ? {} : { dimensions }) },
      { apiKey, signal },
    );
  }

  /** Returns the response with its text; the text is null if the status is not 200. */
  async function answerTo(texts: readonly string[], signal: AbortSignal) {
    const response = await post(texts, signal);
    if (response.status === 200)
      return { response, text: await readText(response, signal, MAX_ANSWER_BYTES) };
    await response.body?.cancel();
    return { response, text: null };
  }

  /** Counts failures, except for callers that have left. */
  async function embed(
    texts: readonly string[],
    expected: number | null,
    leaving: AbortSignal,
  ): Promise<Float32Array[]> {
    try {
      return await embedPatiently(texts, expected, leaving);
    } catch (error) {
      if (!leaving.aborted) failed++;
      throw error;
    }
  }

  /**
   * Returns the unit vectors of the texts in order. Retries transient errors. Rejects with the reason of the
   * signal, with a TextRefusedError if the server rejected the text, or with the error.
   */
  async function embedPatiently(
    texts: readonly string[],
    expected: number | null,
    leaving: AbortSignal,
  ): Promise<Float32Array[]> {
    const backoff = createBackoff({ firstMs: 200, maxMs: LONGEST_RETRY_MS });
    for (let attempt = 1; ; attempt++) {
      let wait: number;
      try {
        const { response, text } = await callWithin(timeoutMs, [leaving], (signal) =>
          answerTo(texts, signal),
        );
        const { status } = response;
        if (text !== null) return readVectors(text, texts.length, expected);
        if (status === 400 || status === 413 || status === 422)
          throw new TextRefusedError(`refused the text with status ${status}`);
        if (attempt === ATTEMPTS || !(status === 408 || status === 429 || status >= 500))
          throw new Error(`Expected status 200, received ${status}`);
        wait = waitOf(response) ?? backoff.next();
      } catch (error) {
        leaving.throwIfAborted();
        if (attempt === ATTEMPTS || !isPassing(error)) throw error;
        wait = backoff.next();
      }
      retried++;
      await delay(wait, undefined, { signal: leaving });
    }
  }

  /** `stats` counts requests that were retried and requests that failed. */
  return { host, embed, stats: () => ({ retried, failed }) };
}

/** `fetch` throws a TypeError if there was no response. A timeout is not retried. */
const isPassing = (error: unknown) => error instanceof TypeError;

/** Returns the delay of `Retry-After` in ms, at most LONGEST_RETRY_MS; null if the header is missing. */
function waitOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, LONGEST_RETRY_MS) : null;
}

/** Maximum for one vector. The largest models have 8,192. */
export const MAX_DIMENSIONS = 16_384;

/** Reads the unit vectors from a response in OpenAI's format. Throws an Error if it is invalid. */
function readVectors(text: string, count: number, dimensions: number | null): Float32Array[] {
  const { data } = asObject(JSON.parse(text));
  if (!Array.isArray(data) || data.length !== count)
    throw new Error(`Expected ${count} vectors, received ${Array.isArray(data) ? data.length : typeof data}`);
  const vectors: (Float32Array | undefined)[] = new Array(count).fill(undefined);
  for (const [at, entry] of data.entries()) {
    const { index = at, embedding } = asObject(entry);
    if (
      typeof index !== 'number' ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= count ||
      vectors[index] !== undefined
    )
      throw new Error(`Expected each index from 0 to ${count - 1} once, received ${JSON.stringify(index)}`);
    vectors[index] = unitVector(numbersOf(embedding), dimensions);
  }
  return vectors as Float32Array[];
}

/** Reads numbers, or the base64 of 32-bit floats in little endian. */
function numbersOf(embedding: unknown): Float32Array {
  if (typeof embedding === 'string') {
    const bytes = Buffer.from(embedding, 'base64');
    if (bytes.length % 4 !== 0)
      throw new Error(`Expected floats of four bytes, received ${bytes.length} bytes`);
    return new Float32Array(new Uint8Array(bytes).buffer);
  }
  if (!Array.isArray(embedding) || !embedding.every((value) => typeof value === 'number'))
    throw new Error('Expected a vector of numbers, received something else');
  return Float32Array.from(embedding);
}

function unitVector(vector: Float32Array, dimensions: number | null): Float32Array {
  const expected = dimensions ?? vector.length;
  if (vector.length !== expected || expected === 0 || expected > MAX_DIMENSIONS)
    throw new Error(
      `Expected ${dimensions ?? `1 to ${MAX_DIMENSIONS}`} dimensions, received ${vector.length}`,
    );
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  if (!Number.isFinite(length) || length < 1e-6)
    throw new Error(`Expected a vector with a length, received one of ${length}`);
  return vector.map((value) => value / length);
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new Error(`Expected an object, received ${value === null ? 'null' : typeof value}`);
}
