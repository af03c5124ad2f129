import { EmbeddingQueue } from '@anima/inference';
import { createCircuitBreaker } from '@anima/service/engines';
import { AppError } from '@anima/service/errors';
import { reasonOf } from '../../judge/chat/server-url.js';
import type { EmbedOptions, InputType, TextEmbedder } from '../text-embedder.js';
import {
  createEmbeddingsServer,
  type EmbeddingsServerOptions,
  TextRefusedError,
} from './embeddings-server.js';
import { FINGERPRINT_TEXTS, fingerprintOf, sameFingerprint } from './model-fingerprint.js';
import { type TextWindow, textWindows, windowOf } from './text-windows.js';

export interface ServerEmbedder extends TextEmbedder {
  /** Counts texts; `requests` counts requests to the server that were retried or failed. */
  stats(): {
    queued: number;
    running: number;
    completed: number;
    requests: { retried: number; failed: number };
  };
  close(): Promise<void>;
}

export interface ServerEmbedderOptions extends EmbeddingsServerOptions {
  /** Maximum number of tokens in a window. */
  maxTokens: number;
  /** Texts in front of each window; default: none. */
  prefixes?: Readonly<Record<InputType, string>>;
  /** Maximum number of windows of one priority in the queue; default 512. */
  maxWaiting?: number;
  now?: () => number;
}

interface Waiting {
  readonly priority: 'query' | 'document' | 'bulk';
  readonly caller: string | undefined;
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: unknown) => void;
}

const NO_PREFIXES = { query: '', passage: '' };
/** Windows per request; servers compute them together. */
const BATCH = 32;
/** Servers process several requests at a time; one machine hardly more than these. */
const IN_FLIGHT = 4;
/** Interval of the checks whether a running server still serves the same model. */
const VERIFY_EVERY_MS = 10 * 60_000;

/** Opens a model on an OpenAI-compatible server. Rejects with an AppError of one line if it fails. */
export async function createServerEmbedder(options: ServerEmbedderOptions): Promise<ServerEmbedder> {
  const { model: name, maxTokens, prefixes = NO_PREFIXES, maxWaiting = 512, now = Date.now } = options;
  const server = createEmbeddingsServer(options);
  const window: TextWindow = windowOf(maxTokens, Math.max(prefixes.query.length, prefixes.passage.length));
  const stop = new AbortController();
  const queue = new EmbeddingQueue<Waiting>();
  const gate = createCircuitBreaker({
    now,
    isAway: (error) => !(error instanceof TextRefusedError),
    refusal: (seconds) => unavailable('did not answer a moment ago', undefined, seconds),
  });
  let running = 0;
  let completed = 0;

  function unavailable(what: string, cause?: unknown, seconds = 1): AppError {
    const headers = { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
    return new AppError('unavailable', `The embeddings server at ${server.host} ${what}`, { cause, headers });
  }

  // One text of each type: vectors with other prefixes belong to another model.
  const fingerprintTexts = FINGERPRINT_TEXTS.map(
    (text, at) => (at === 0 ? prefixes.passage : prefixes.query) + text,
  );
  const first = await server
    .embed(fingerprintTexts, options.dimensions, stop.signal)
    .catch((cause: unknown) => {
      throw unavailable(`does not embed with ${name}: ${reasonOf(cause)}`, cause);
    });
  const dimensions = first[0]?.length ?? 0;
  const revision = fingerprintOf(first);
  let verifiedAt = now();

  /** Throws if the server has another model now, whose vectors cannot be compared. */
  async function verify(): Promise<void> {
    const vectors = await server.embed(fingerprintTexts, dimensions, stop.signal);
    if (!sameFingerprint(revision, fingerprintOf(vectors)))
      throw new Error(
        `serves another model as ${name} than before: restore that model, or restart this service and run \`anima reindex\``,
      );
    verifiedAt = now();
  }

  function dispatch(): void {
    // One request is reserved for work that is more urgent than bulk.
    const hasRoom = () => running < (queue.size > queue.waiting('bulk') ? IN_FLIGHT : IN_FLIGHT - 1);
    while (queue.size > 0 && hasRoom()) {
      const batch: Waiting[] = [];
      for (
        let next = queue.take();
        next !== undefined;
        next = batch.length < BATCH ? queue.take() : undefined
      )
        batch.push(next);
      running++;
      send(batch).finally(() => {
        running--;
        dispatch();
      });
    }
  }

  /**
   * Sends a batch and settles its items. If a batch is rejected, its halves are sent separately, so that one
   * text that is too long does not affect the others.
   */
  async function send(batch: readonly Waiting[]): Promise<void> {
    const texts = batch.map(({ text }) => text);
    try {
      const vectors = await gate.pass(async () => {
        if (now() - verifiedAt > VERIFY_EVERY_MS) await verify();
        return server.embed(texts, dimensions, stop.signal);
      });
      completed += batch.length;
      for (const [at, { resolve, reject }] of batch.entries()) {
        const vector = vectors[at];
        if (vector === undefined) reject(new Error(`Expected a vector at ${at}, received none`));
        else resolve(vector);
      }
    } catch (error) {
      if (error instanceof TextRefusedError && batch.length > 1) {
        const half = Math.ceil(batch.length / 2);
        await send(batch.slice(0, half));
        await send(batch.slice(half));
        return;
      }
      const failure = stop.signal.aborted
        ? new AppError('unavailable', 'The service is stopping', { cause: error })
        : error instanceof AppError
          ? error
          : error instanceof TextRefusedError
            ? unavailable(error.message, error)
            : unavailable(`did not answer: ${reasonOf(error)}`, error);
      for (const { reject } of batch) reject(failure);
    }
  }

  async function embed(
    texts: readonly string[],
    { inputType = 'passage', priority = 'document', caller, signal }: EmbedOptions = {},
  ): Promise<Float32Array[][]> {
    signal?.throwIfAborted();
    const windows = texts.map((text) => textWindows(text, window).map((part) => prefixes[inputType] + part));
    if (stop.signal.aborted) throw new AppError('unavailable', 'The service is stopping');
    const isFull =
      queue.waiting(priority) + windows.length > maxWaiting ||
      // One caller can use only half of the queue.
      (caller !== undefined && queue.waitingOf({ priority, caller }) + windows.length > maxWaiting / 2);
    if (isFull)
      throw new AppError('overloaded', 'The embedding queue is full. Retry shortly', {
        headers: { 'retry-after': '1' },
      });
    const mine: Waiting[] = [];
    const leave = () => {
      for (const item of mine) {
        queue.remove(item);
        item.reject(signal?.reason);
      }
    };
    const vectorOf = (text: string) =>
      new Promise<Float32Array>((resolve, reject) => {
        const item: Waiting = { priority, caller, text, resolve, reject };
        mine.push(item);
        queue.push(item);
      });
    signal?.addEventListener('abort', leave);
    try {
      const waiting = windows.map((parts) => Promise.all(parts.map(vectorOf)));
      dispatch();
      return await Promise.all(waiting);
    } catch (error) {
      // The other texts are no longer needed.
      for (const item of mine) queue.remove(item);
      throw error;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  return {
    model: {
      name,
      revision,
      comparableRevisions: [],
      comparesWith: (made) => sameFingerprint(made, revision),
    },
    dimensions,
    maxTokens,
    embed,
    async probe() {
      await gate.pass(verify).catch((error: unknown) => {
        throw error instanceof AppError ? error : unavailable(reasonOf(error), error);
      });
    },
    stats: () => ({ queued: queue.size, running, completed, requests: server.stats() }),
    async close() {
      stop.abort(new AppError('unavailable', 'The service is stopping'));
      for (const { reject } of queue.drain()) reject(stop.signal.reason);
    },
  };
}
