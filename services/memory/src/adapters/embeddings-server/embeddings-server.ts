import { setTimeout as delay } from 'node:timers/promises';
import { readText } from '@anima/calls/read-body';
import { callWithin } from '@anima/calls/signals';
import { createBackoff } from '@anima/service/engines';
import { postJson } from '../chat/server-url.js';

export interface EmbeddingsServerOptions {
  /** Below which `embeddings` lies: "http://127.0.0.1:11434/v1". */
  url: string;
  /** Its name there. */
  model: string;
  apiKey: string | null;
  /** Asked for, where the model can shorten its vectors. */
  dimensions: number | null;
  /** Of one answer: the first one may wait for the server to load the model. */
  timeoutMs?: number;
}

/** It will not take this text, whoever asks and how often. */
export class TextRefusedError extends Error {}

const TIMEOUT_MS = 60_000;
const ATTEMPTS = 3;
const LONGEST_RETRY_MS = 5_000;
/** A vector of 4,096 numbers written out has some 50 kB; 32 of them at most are asked for. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** One call after the other of `POST {url}/embeddings`, as OpenAI's, Ollama's and vLLM's. */
export function createEmbeddingsServer(options: EmbeddingsServerOptions) {
  const { url, model, apiKey, dimensions, timeoutMs = TIMEOUT_MS } = options;
  const endpoint = `${url.replace(/(?<!\/)\/+$/, '')}/embeddings`;
  const { host } = new URL(endpoint);
  let retried = 0;
  let failed = 0;

  function post(texts: readonly string[], signal: AbortSignal): Promise<Response> {
    // Some servers refuse an empty text, and halves of characters.
    const input = texts.map((text) => (text.trim() === '' ? '.' : text.toWellFormed()));
    return postJson(
      endpoint,
      { model, input, ...(dimensions === null ? {} : { dimensions }) },
      { apiKey, signal },
    );
  }

  /** The response with its text; null for a text that is not read, as the status is not 200. */
  async function answerTo(texts: readonly string[], signal: AbortSignal) {
    const response = await post(texts, signal);
    if (response.status === 200)
      return { response, text: await readText(response, signal, MAX_ANSWER_BYTES) };
    await response.body?.cancel();
    return { response, text: null };
  }

  /** Counts what is rejected, but for callers who left. */
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
   * The unit vectors of the texts, in order. Tries again what may be otherwise in a moment; rejects with the reason of the signal,
   * with a TextRefusedError where the server understood and will not, else with what went wrong.
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

  /** `stats` counts requests: those that were sent once more, and those that were given up. */
  return { host, embed, stats: () => ({ retried, failed }) };
}

/** `fetch` throws a TypeError where no answer came; one that took too long is not waited for again. */
const isPassing = (error: unknown) => error instanceof TypeError;

/** What `Retry-After` asks for, in ms, if it is little. */
function waitOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, LONGEST_RETRY_MS) : null;
}

/** Of one vector. The largest models have 8,192. */
export const MAX_DIMENSIONS = 16_384;

/**
 * The unit vectors of an answer in OpenAI's form, in the order of what was asked; throws an Error that says what was wrong, for
 * whatever a server may send.
 */
export function readVectors(text: string, count: number, dimensions: number | null): Float32Array[] {
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

/** Floats, or their bytes in base64, little endian. */
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
