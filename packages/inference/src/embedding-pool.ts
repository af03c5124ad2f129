import type { EmbedOptions, Priority } from './embedder.js';
import type { InputType } from './embedding-format.js';
import type { EmbeddingReply } from './embedding-model.js';
import { EmbeddingQueue, type QueuedItem } from './embedding-queue.js';
import type { EmbeddingThread } from './embedding-thread.js';
import { InferenceClosedError, InferenceWorkerError, QueueFullError } from './errors.js';
import type { TokenRange } from './token-windows.js';

export interface EmbeddingPoolOptions {
  readonly start: () => Promise<EmbeddingThread>;
  readonly workers: number;
  readonly maxQueue: number;
  /** Returns the delay before a restart. `attempt` counts from 1 and restarts after a reply. */
  readonly restartDelayMs: (attempt: number) => number;
}

/** State of a call. */
interface Call {
  readonly text: string;
  readonly inputType: InputType;
  readonly priority: Priority;
  readonly caller: string | undefined;
  /** Later windows that no worker has; undefined until the text is tokenised. */
  rest?: { readonly ids: Int32Array; readonly ranges: readonly TokenRange[]; next: number };
  readonly replies: EmbeddingReply[];
  outstanding: number;
  settled: boolean;
  /** Only the first call of `resolve` or `reject` has an effect. */
  readonly resolve: (replies: EmbeddingReply[]) => void;
  readonly reject: (reason: unknown) => void;
}

/** Exits in a row after which calls are rejected instead of queued; restarts continue. */
const MAX_EXITS = 5;

/**
 * Distributes windows to worker threads, one at a time for each. A thread that exits fails only the call that it computes.
 * It is replaced after a delay that grows with each exit in a row.
 */
export class EmbeddingPool {
  readonly #options: EmbeddingPoolOptions;
  readonly #queue = new EmbeddingQueue<Call>();
  readonly #calls = new Set<Call>();
  readonly #threads = new Set<EmbeddingThread>();
  readonly #idle: EmbeddingThread[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #starting = new Set<Promise<unknown>>();
  #exits = 0;
  #closing: Promise<void> | undefined;
  readonly #stats = { running: 0, completed: 0, failed: 0, totalInferenceMs: 0 };
  dimensions = 0;

  private constructor(options: EmbeddingPoolOptions) {
    this.#options = options;
  }

  /** Resolves when every thread is ready. */
  static async start(options: EmbeddingPoolOptions): Promise<EmbeddingPool> {
    const pool = new EmbeddingPool(options);
    const threads = await Promise.allSettled(Array.from({ length: options.workers }, options.start));
    const failure = threads.find((thread) => thread.status === 'rejected');
    for (const thread of threads) if (thread.status === 'fulfilled') pool.#adopt(thread.value);
    if (failure) {
      await pool.close();
      throw failure.reason;
    }
    return pool;
  }

  stats() {
    return { queued: this.#queue.size, ...this.#stats };
  }

  /** Returns the vectors of all windows in order. */
  async vectors(text: string, options: EmbedOptions = {}): Promise<Float32Array[]> {
    const replies = await this.#submit(text, options);
    return replies.map((reply) => reply.vector);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#queue.drain();
    for (const call of this.#calls) call.reject(new InferenceClosedError());
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.allSettled(this.#starting);
    await Promise.all(Array.from(this.#threads, (thread) => thread.close()));
  }

  #submit(text: string, { inputType = 'passage', priority = 'document', caller, signal }: EmbedOptions) {
    return new Promise<EmbeddingReply[]>((resolve, reject) => {
      const rejection = this.#rejection({ priority, caller }, signal);
      if (rejection !== undefined) {
        this.#stats.failed++;
        return reject(rejection);
      }
      const abort = (): void => call.reject(signal?.reason);
      const settle = (count: 'completed' | 'failed', finish: () => void): void => {
        if (call.settled) return;
        call.settled = true;
        this.#calls.delete(call);
        this.#queue.remove(call);
        signal?.removeEventListener('abort', abort);
        this.#stats[count]++;
        finish();
      };
      const call: Call = {
        text,
        inputType,
        priority,
        caller,
        replies: [],
        outstanding: 0,
        settled: false,
        resolve: (replies) => settle('completed', () => resolve(replies)),
        reject: (reason) => settle('failed', () => reject(reason)),
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#calls.add(call);
      this.#queue.push(call);
      this.#dispatch();
    });
  }

  /** Returns the reason to reject a call now, or undefined. The reason of a signal may be any value but undefined. */
  #rejection(call: QueuedItem, signal: AbortSignal | undefined): unknown {
    const { maxQueue } = this.#options;
    if (this.#closing) return new InferenceClosedError();
    if (signal?.aborted) return signal.reason;
    if (this.#unavailable()) return exitError(this.#exits);
    const isFull =
      this.#queue.waiting(call.priority) >= maxQueue ||
      // One caller may take half of the queue.
      (call.caller !== undefined && this.#queue.waitingOf(call) >= maxQueue / 2);
    if (this.#idle.length === 0 && isFull) return new QueueFullError(maxQueue);
    return undefined;
  }

  #unavailable(): boolean {
    return this.#threads.size === 0 && this.#exits >= MAX_EXITS;
  }

  /** Gives the next windows to idle threads. */
  #dispatch(): void {
    for (;;) {
      while (this.#idle.at(-1)?.alive === false) this.#idle.pop();
      const thread = this.#idle.at(-1);
      const call = thread && this.#queue.take();
      if (!call) return;
      this.#idle.pop();
      void this.#compute(thread, call);
    }
  }

  async #compute(thread: EmbeddingThread, call: Call): Promise<void> {
    const { rest, inputType } = call;
    const index = rest ? ++rest.next : 0;
    call.outstanding++;
    this.#stats.running++;
    try {
      let running: Promise<EmbeddingReply>;
      if (rest) {
        const { start, end } = rest.ranges[index]!;
        const ids = rest.ids.slice(start, end);
        // Another thread may compute the next window meanwhile.
        if (index + 1 < rest.ranges.length) this.#queue.push(call);
        running = thread.run({ kind: 'window', ids, inputType }, [ids.buffer]);
      } else running = thread.run({ kind: 'text', text: call.text, inputType });
      const reply = await running;
      this.#exits = 0;
      this.#stats.totalInferenceMs += reply.inferenceMs;
      call.replies[index] = reply;
      if (!rest && reply.long && !call.settled) {
        call.rest = { ...reply.long, next: 0 };
        this.#queue.push(call);
      }
    } catch (error) {
      call.reject(error);
    }
    this.#stats.running--;
    call.outstanding--;
    if (call.outstanding === 0 && call.replies.length === (call.rest?.ranges.length ?? 1))
      call.resolve(call.replies);
    if (thread.alive) this.#idle.push(thread);
    this.#dispatch();
  }

  #adopt(thread: EmbeddingThread): void {
    this.dimensions = thread.dimensions;
    this.#threads.add(thread);
    this.#idle.push(thread);
    void thread.ended.then(() => {
      this.#threads.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#restart();
    });
    this.#dispatch();
  }

  #restart(): void {
    if (this.#closing) return;
    this.#exits++;
    if (this.#unavailable()) for (const call of this.#queue.drain()) call.reject(exitError(this.#exits));
    const timer = setTimeout(async () => {
      this.#timers.delete(timer);
      const starting = this.#options.start();
      this.#starting.add(starting);
      try {
        this.#adopt(await starting);
      } catch {
        this.#restart();
      } finally {
        this.#starting.delete(starting);
      }
    }, this.#options.restartDelayMs(this.#exits));
    this.#timers.add(timer);
  }
}

function exitError(exits: number): InferenceWorkerError {
  return new InferenceWorkerError(
    `The embedding worker exited ${exits} times in a row and is being restarted with growing delays. Retry later.`,
  );
}
