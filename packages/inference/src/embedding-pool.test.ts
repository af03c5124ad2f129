import { afterEach, describe, expect, it } from 'vitest';
import type { EmbeddingReply, EmbeddingRequest } from './embedding-model.js';
import { EmbeddingPool } from './embedding-pool.js';
import type { EmbeddingThread } from './embedding-thread.js';
import { InferenceClosedError, InferenceWorkerError, QueueFullError } from './errors.js';
import { tokenWindows } from './token-windows.js';

/** A thread that computes on request of the test. A text of n characters has n tokens; its vector is [length of the window]. */
class FakeThread implements EmbeddingThread {
  readonly dimensions = 1;
  alive = true;
  readonly ended: Promise<void>;
  #end!: () => void;
  #running:
    | { request: EmbeddingRequest; resolve(reply: EmbeddingReply): void; reject(error: Error): void }
    | undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** The running request: the text, or the number of tokens of a later window. */
  get computing(): string | number | undefined {
    const request = this.#running?.request;
    return request?.kind === 'text' ? request.text : request?.ids.length;
  }

  run(request: EmbeddingRequest): Promise<EmbeddingReply> {
    if (this.#running) throw new Error('Expected one request at a time');
    return new Promise((resolve, reject) => {
      this.#running = { request, resolve, reject };
    });
  }

  async answer(): Promise<string | number> {
    const { computing } = this;
    const { request, resolve } = this.#running!;
    this.#running = undefined;
    const count = request.kind === 'text' ? request.text.length : request.ids.length;
    resolve({
      vector: Float32Array.of(Math.min(count, WINDOW.tokens - 2)),
      inferenceMs: 1,
      ...(request.kind === 'text' &&
        count > WINDOW.tokens - 2 && {
          long: { ids: new Int32Array(count), ranges: tokenWindows(count, WINDOW) },
        }),
    });
    await turn();
    return computing!;
  }

  async die(): Promise<void> {
    this.alive = false;
    this.#running?.reject(new InferenceWorkerError('The embedding worker ended with code 3'));
    this.#end();
    await turn();
  }

  async close(): Promise<void> {
    this.#end();
  }
}

const WINDOW = { tokens: 12, overlap: 0 };
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

let pool: EmbeddingPool;
afterEach(() => pool.close());

async function start(
  options: { workers?: number; maxQueue?: number; start?: () => Promise<EmbeddingThread> } = {},
) {
  const threads: FakeThread[] = [];
  const startThread = async (): Promise<EmbeddingThread> => {
    const thread = new FakeThread();
    threads.push(thread);
    return thread;
  };
  pool = await EmbeddingPool.start({
    start: startThread,
    workers: 1,
    maxQueue: 100,
    restartDelayMs: () => 0,
    ...options,
  });
  return threads;
}

const sizes = (vectors: Float32Array[]): number[] => vectors.map((vector) => vector[0]!);

describe('embedding pool', () => {
  it('serves queries before documents', async () => {
    const [thread] = await start();
    const calls = ['a', 'b', 'c'].map((text) => pool.vectors(text));
    calls.push(pool.vectors('q', { priority: 'query' }));
    const order: unknown[] = [];
    for (let i = 0; i < 4; i++) order.push(await thread!.answer());
    expect(order).toEqual(['a', 'q', 'b', 'c']);
    await Promise.all(calls);
    expect(pool.stats()).toEqual({ queued: 0, running: 0, completed: 4, failed: 0, totalInferenceMs: 4 });
  });

  it('alternates between the windows of a long text and other texts', async () => {
    const [thread] = await start();
    const long = pool.vectors('x'.repeat(25));
    const short = pool.vectors('short');
    await thread!.answer();
    expect(thread!.computing).toBe('short');
    await thread!.answer();
    expect(sizes(await short)).toEqual([5]);
    const question = pool.vectors('q', { priority: 'query' });
    const order = [await thread!.answer(), await thread!.answer(), await thread!.answer()];
    expect(order).toEqual([10, 'q', 5]);
    expect(sizes(await long)).toEqual([10, 10, 5]);
    await question;
  });

  it('computes the windows of one text on several threads', async () => {
    const threads = await start({ workers: 2 });
    const long = pool.vectors('x'.repeat(35));
    const other = pool.vectors('b');
    await Promise.all(threads.map((thread) => thread.answer()));
    expect(threads.map((thread) => thread.computing)).toEqual([10, 10]);
    await threads[1]!.answer();
    await threads[1]!.answer();
    await threads[0]!.answer();
    expect(sizes(await long)).toEqual([10, 10, 10, 5]);
    await other;
  });

  it('rejects documents when their lane is full, and still accepts queries', async () => {
    const [thread] = await start({ maxQueue: 1 });
    const taken = [pool.vectors('runs'), pool.vectors('waits'), pool.vectors('q', { priority: 'query' })];
    await expect(pool.vectors('late')).rejects.toThrow(QueueFullError);
    await expect(pool.vectors('late', { priority: 'query' })).rejects.toThrow(
      '1 calls of this priority are waiting',
    );
    for (const _ of taken) await thread!.answer();
    await Promise.all(taken);
    expect(pool.stats()).toMatchObject({ completed: 3, failed: 2 });
  });

  it('aborts before, while waiting, and while running', async () => {
    const [thread] = await start();
    const reason = new Error('not needed any more');
    await expect(pool.vectors('never', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const long = pool.vectors('x'.repeat(25), { signal: running.signal });
    const queued = pool.vectors('queued', { signal: waiting.signal });
    const last = pool.vectors('last');
    waiting.abort(reason);
    running.abort(reason);
    await expect(long).rejects.toBe(reason);
    await expect(queued).rejects.toBe(reason);
    await thread!.answer();
    expect(thread!.computing).toBe('last');
    await thread!.answer();
    await last;
    expect(thread!.computing).toBeUndefined();
  });

  it('fails only the running call when a thread exits, and continues with a new thread', async () => {
    const threads = await start();
    const running = pool.vectors('deadly');
    const waiting = pool.vectors('waits');
    const assertion = expect(running).rejects.toThrow(InferenceWorkerError);
    await threads[0]!.die();
    await assertion;
    await turn();
    expect(threads).toHaveLength(2);
    await threads[1]!.answer();
    await waiting;
    expect(pool.stats()).toMatchObject({ running: 0, completed: 1, failed: 1 });
  });

  it('rejects at once after five exits in a row, and recovers when a start succeeds', async () => {
    let starts = 0;
    let broken = false;
    const first = new FakeThread();
    const later = new FakeThread();
    await start({
      start: async () => {
        if (starts++ === 0) return first;
        if (broken) throw new InferenceWorkerError('cannot start');
        return later;
      },
    });
    broken = true;
    await first.die();
    const waiting = pool.vectors('waits');
    await expect(waiting).rejects.toThrow('exited 5 times in a row');
    await expect(pool.vectors('refused')).rejects.toThrow(InferenceWorkerError);
    broken = false;
    await turn();
    await turn();
    const call = pool.vectors('works');
    await later.answer();
    await call;
  });

  it('rejects everything on closing', async () => {
    await start();
    const calls = [pool.vectors('runs'), pool.vectors('waits')].map((call) =>
      expect(call).rejects.toThrow(InferenceClosedError),
    );
    await Promise.all([pool.close(), pool.close()]);
    await Promise.all(calls);
    await expect(pool.vectors('late')).rejects.toThrow(InferenceClosedError);
  });
});
