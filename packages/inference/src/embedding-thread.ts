import { createRequire } from 'node:module';
import { startThread, WorkerExitedError } from '@anima/calls';
import type {
  EmbeddingCalls,
  EmbeddingOrder,
  EmbeddingReply,
  EmbeddingRequest,
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
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

/** A thread that does not end by itself in this time is terminated. */
const CLOSE_TIMEOUT_MS = 5_000;

/** The compiled worker, also when this file runs from src under vitest: a worker thread loads no TypeScript. */
export const WORKER_ENTRY: string = createRequire(import.meta.url).resolve(
  '@anima/inference/embedding-worker',
);

/** Resolves when the model is loaded; rejects with InferenceWorkerError. */
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
