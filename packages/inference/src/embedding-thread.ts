import { createRequire } from 'node:module';
import { startThread, WorkerExitedError } from '@anima/calls';
import type { EmbeddingCalls, EmbeddingOrder, EmbeddingReply, EmbeddingRequest } from './embedding-model.js';
import { InferenceWorkerError } from './errors.js';

/** A worker thread with a loaded model. */
export interface EmbeddingThread {
  readonly dimensions: number;
  /** False as soon as the thread is known to exit. */
  readonly alive: boolean;
  /** Runs one request at a time. Rejects with InferenceWorkerError if the inference fails or the thread exits. */
  run(request: EmbeddingRequest, transfer?: ArrayBuffer[]): Promise<EmbeddingReply>;
  /** Resolves when the thread has exited for any reason. */
  readonly ended: Promise<void>;
  /** Waits for a running inference, frees the model and stops the thread. */
  close(): Promise<void>;
}

/** Heap limits: the vocabulary takes 10 MB, the text and its tokens the rest. Weights and tensors are outside of the heap. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/** Time after which a thread that has not exited is terminated. */
const CLOSE_TIMEOUT_MS = 5_000;

/** The compiled worker, also under vitest, because a worker thread cannot load TypeScript. */
const WORKER_ENTRY: string = createRequire(import.meta.url).resolve('@anima/inference/embedding-worker');

/** Starts a thread and loads the model. Rejects with InferenceWorkerError. */
export async function startEmbeddingThread(
  order: EmbeddingOrder,
  file: string = WORKER_ENTRY,
): Promise<EmbeddingThread> {
  let onEnd = () => {};
  const ended = new Promise<void>((resolve) => {
    onEnd = resolve;
  });
  const thread = startThread<EmbeddingCalls>({
    file,
    name: 'embedding',
    limits: LIMITS,
    closeMs: CLOSE_TIMEOUT_MS,
    onEnd: () => onEnd(),
  });
  try {
    const dimensions = await thread.ask('open', order);
    return {
      dimensions,
      get alive() {
        return thread.isAlive();
      },
      ended,
      run: (request, transfer = []) =>
        thread.ask('embed', request, { transfer }).catch((error: unknown) => {
          throw workerError('The inference failed', error);
        }),
      close: () => thread.close(),
    };
  } catch (error) {
    await thread.close();
    throw workerError('The embedding model could not be opened', error);
  }
}

function workerError(what: string, cause: unknown): InferenceWorkerError {
  const words =
    cause instanceof WorkerExitedError
      ? `The embedding worker ${cause.detail}`
      : `${what}: ${(cause as Error).message}`;
  return new InferenceWorkerError(words, { cause });
}
