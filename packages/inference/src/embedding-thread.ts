import { createRequire } from 'node:module';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type {
  EmbeddingReply,
  EmbeddingRequest,
  EmbeddingWorkerData,
  FromWorker,
} from './embedding-messages.js';
import { InferenceWorkerError } from './errors.js';

/** A running worker thread with the model loaded. */
export interface EmbeddingThread {
  readonly dimensions: number;
  /** False from the moment the thread is known to be dying. */
  readonly alive: boolean;
  /** One request at a time. Rejects with InferenceWorkerError when the inference fails or the thread dies. */
  run(request: EmbeddingRequest, transfer?: ArrayBuffer[]): Promise<EmbeddingReply>;
  /** Resolves when the thread has ended, whatever the reason; never rejects. */
  readonly ended: Promise<void>;
  /** Lets a running inference finish, frees the model and ends the thread. */
  close(): Promise<void>;
}

/** The vocabulary takes 10 MB of it; the text and its tokens are the rest. Weights and tensors lie outside of the heap. */
const LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/** A thread that does not end by itself in this time is terminated. */
const CLOSE_TIMEOUT_MS = 5_000;

/** The compiled worker, also when this file runs from src under vitest: a worker thread loads no TypeScript. */
export const WORKER_ENTRY: string = createRequire(import.meta.url).resolve(
  '@anima/inference/embedding-worker',
);

/** Resolves when the model is loaded and has answered once; rejects with InferenceWorkerError. */
export async function startEmbeddingThread(
  data: EmbeddingWorkerData,
  entry: string = WORKER_ENTRY,
): Promise<EmbeddingThread> {
  const worker = new Worker(entry, {
    workerData: data,
    resourceLimits: LIMITS,
    execArgv: [],
    name: 'embedding',
  });
  let pending: { resolve(reply: EmbeddingReply): void; reject(error: Error): void } | undefined;
  let fault: Error | undefined;
  let exitCode: number | undefined;
  const death = (): InferenceWorkerError =>
    new InferenceWorkerError(
      fault
        ? `The embedding worker died: ${fault.message}`
        : `The embedding worker ended with code ${exitCode}`,
      { cause: fault },
    );
  const settle = (): typeof pending => {
    const call = pending;
    pending = undefined;
    return call;
  };

  const ended = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      exitCode = code;
      settle()?.reject(death());
      resolve();
    });
  });
  // An error is always followed by the exit.
  worker.on('error', (error) => {
    fault = error instanceof Error ? error : new Error(String(error));
  });

  const dimensions = await new Promise<number>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve(message.dimensions);
      else if (message.kind === 'vector') settle()?.resolve(message);
      else settle()?.reject(new InferenceWorkerError(`The inference failed: ${message.message}`));
    });
    ended.then(() => reject(death()));
  });

  return {
    dimensions,
    get alive() {
      return fault === undefined && exitCode === undefined;
    },
    ended,
    run: (request, transfer = []) =>
      new Promise((resolve, reject) => {
        if (exitCode !== undefined) return reject(death());
        pending = { resolve, reject };
        worker.postMessage(request, transfer);
      }),
    close: async () => {
      worker.postMessage({ kind: 'close' });
      const timer = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
