import { EmbeddingQueue } from '@anima/inference';
import { createCircuitBreaker } from '@anima/service/engines';
import { AppError } from '@anima/service/errors';
import type { EmbedOptions, TextEmbedder } from '../../ports/text-embedder.js';
import { reasonOf } from '../chat/post-json.js';
import {
  createEmbeddingsServer,
  type EmbeddingsServerOptions,
  TextRefusedError,
} from './embeddings-server.js';
import { FINGERPRINT_TEXTS, fingerprintOf, sameFingerprint } from './model-fingerprint.js';
import { type TextWindow, textWindows, windowOf } from './text-windows.js';

export interface ServerEmbedder extends TextEmbedder {
  /** Of texts; `requests` counts those to the server that were sent once more, and those that were given up. */
  stats(): {
    queued: number;
    running: number;
    completed: number;
    requests: { retried: number; failed: number };
  };
  close(): Promise<void>;
}

export interface ServerEmbedderOptions extends EmbeddingsServerOptions {
  /** Of one window. */
  maxTokens: number;
  /** Windows of one priority that may wait; default 512. */
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

/** Windows of one request: servers compute them together. */
const BATCH = 32;
/** Servers answer several at a time, one machine hardly more than these. */
const IN_FLIGHT = 4;
/** How often a running server is asked whether its model is the one of before. */
const VERIFY_EVERY_MS = 10 * 60_000;

/** A model behind any server that speaks OpenAI's embeddings. Rejects with an AppError in one line where it does not answer as one. */
export async function createServerEmbedder(options: ServerEmbedderOptions): Promise<ServerEmbedder> {
  const { model: name, maxTokens, maxWaiting = 512, now = Date.now } = options;
  const server = createEmbeddingsServer(options);
  const window: TextWindow = windowOf(maxTokens);
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

  const first = await server
    .embed(FINGERPRINT_TEXTS, options.dimensions, stop.signal)
    .catch((cause: unknown) => {
      throw unavailable(`does not embed with ${name}: ${reasonOf(cause)}`, cause);
    });
  const dimensions = first[0]?.length ?? 0;
  const revision = fingerprintOf(first);
  let verifiedAt = now();

  /** Throws where the server has another model by now: its vectors say nothing beside those that are stored. */
  async function verify(): Promise<void> {
    const vectors = await server.embed(FINGERPRINT_TEXTS, dimensions, stop.signal);
    if (!sameFingerprint(revision, fingerprintOf(vectors)))
      throw new Error(
        `serves another model as ${name} than before: bring that one back, or restart this service and run \`anima reindex\``,
      );
    verifiedAt = now();
  }

  function dispatch(): void {
    // One request is left for what is more urgent than bulk.
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

  /** Settles each of the batch. What is refused together may be taken alone: one text that is too long fails nobody else's. */
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
      const told = stop.signal.aborted
        ? new AppError('unavailable', 'The service is stopping', { cause: error })
        : error instanceof AppError
          ? error
          : error instanceof TextRefusedError
            ? unavailable(error.message, error)
            : unavailable(`did not answer: ${reasonOf(error)}`, error);
      for (const { reject } of batch) reject(told);
    }
  }

  async function embed(
    texts: readonly string[],
    { priority = 'document', caller, signal }: EmbedOptions = {},
  ): Promise<Float32Array[][]> {
    signal?.throwIfAborted();
    const windows = texts.map((text) => textWindows(text, window));
    if (stop.signal.aborted) throw new AppError('unavailable', 'The service is stopping');
    const isFull =
      queue.waiting(priority) + windows.length > maxWaiting ||
      // One caller leaves room for others.
      (caller !== undefined && queue.waitingOf({ priority, caller }) + windows.length > maxWaiting / 2);
    if (isFull)
      throw new AppError('overloaded', 'Too many texts wait to be embedded; try again shortly', {
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
      // The others are not needed any more.
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
