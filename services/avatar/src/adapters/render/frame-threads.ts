import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FrameOrder, Scene, ThreadAsk, ThreadReply } from './thread-protocol.js';

/** More would wait for the encoder. */
const MOST_THREADS = 4;
const THREADS = Math.min(MOST_THREADS, availableParallelism());
/** Each thread draws one and has one waiting; the encoder takes another. */
export const FRAME_SLOTS = 2 * THREADS + 1;

/** What they draw lies outside of V8's heap. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/** Threads that draw frames of one clip at a time. */
export interface FrameThreads {
  /** What the next frames are of; resolves when every thread is ready. */
  open(scene: Scene): Promise<void>;
  /** Draws a frame into its slot. */
  draw(order: FrameOrder): Promise<void>;
  close(): Promise<void>;
}

interface Thread {
  worker: Worker;
  waiting: number;
}

export function createFrameThreads(): FrameThreads {
  const answers = new Map<number, { resolve(): void; reject(error: unknown): void }>();
  let last = 0;
  let broken: unknown = null;
  let rendererKey: string | null = null;
  let threads: Thread[] = startAll();

  function startAll(): Thread[] {
    broken = null;
    return Array.from({ length: THREADS }, start);
  }

  async function endAll(): Promise<void> {
    for (const { worker } of threads.splice(0)) {
      worker.removeAllListeners('exit');
      await worker.terminate();
    }
  }

  function start(): Thread {
    const worker = new Worker(new URL('./render-thread.js', import.meta.url), { resourceLimits: SMALL_HEAP });
    const thread = { worker, waiting: 0 };
    worker.on('message', ({ id, error }: ThreadReply) => {
      thread.waiting--;
      const asked = answers.get(id);
      answers.delete(id);
      // One that was asked before another thread broke has been given up.
      if (error === null) asked?.resolve();
      else asked?.reject(error);
    });
    const fail = (error: unknown) => {
      broken = error;
      for (const { reject } of answers.values()) reject(error);
      answers.clear();
    };
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`A thread that draws ended with ${code}`)));
    // An idle thread keeps nobody alive.
    worker.unref();
    return thread;
  }

  function ask(thread: Thread, question: Omit<ThreadAsk, 'id'>): Promise<void> {
    if (broken !== null) return Promise.reject(broken);
    thread.waiting++;
    const id = ++last;
    return new Promise((resolve, reject) => {
      answers.set(id, { resolve, reject });
      thread.worker.postMessage({ ...question, id });
    });
  }

  return {
    async open(scene) {
      // A renderer of heads holds tens of megabytes that only the end of its thread gives back at once.
      if (broken !== null || (rendererKey !== null && rendererKey !== scene.rendererKey)) {
        await endAll();
        threads = startAll();
      }
      rendererKey = scene.rendererKey;
      await Promise.all(threads.map((thread) => ask(thread, { type: 'open', scene } as ThreadAsk)));
    },

    draw(order) {
      const idlest = threads.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best));
      return ask(idlest, { type: 'draw', order } as ThreadAsk);
    },

    close: endAll,
  };
}
