import type { EmbeddingFormat, InputType } from './embedding-format.js';
import type { WindowSize } from './token-windows.js';

export type Priority = 'query' | 'document' | 'bulk';

export interface EmbedOptions {
  /** Selects the prefix that the model expects before the text. Default: 'passage'. */
  readonly inputType?: InputType | undefined;
  /** Queries are served first, bulk work last (embedding-queue.ts). Default: 'document'. */
  readonly priority?: Priority | undefined;
  /** Callers take turns. Calls without a caller share one turn. */
  readonly caller?: string | undefined;
  /** Rejects the call with the reason of the signal at once. Windows that have not started are not computed. */
  readonly signal?: AbortSignal | undefined;
}

export interface EmbedderStats {
  /** Number of calls with windows that wait for a worker. */
  readonly queued: number;
  /** Number of windows that are being computed. */
  readonly running: number;
  /** Number of completed calls since the start. */
  readonly completed: number;
  /** Number of rejected calls since the start: worker errors, aborts, closing and full queues. */
  readonly failed: number;
  /** Total time in the ONNX session, in ms. */
  readonly totalInferenceMs: number;
}

/** Embeds text as unit vectors in worker threads. The same text gives bit-identical vectors on the same machine under any load. */
export interface Embedder {
  readonly dimensions: number;
  readonly modelName: string;
  /** Tokens of one window, including the prefix and the tokens that begin and end a text. */
  readonly maxTokens: number;
  /**
   * Returns a unit vector for each window of the text, in order; at least one, also for empty text.
   * Rejects with QueueFullError, InferenceClosedError, InferenceWorkerError or the reason of the signal.
   */
  embed(text: string, options?: EmbedOptions): Promise<Float32Array[]>;
  stats(): EmbedderStats;
  /** Runs an inference with the priority of a query. Rejects if the embedder is not available. */
  probe(): Promise<{ latencyMs: number }>;
  /** Rejects waiting and running calls with InferenceClosedError and stops the workers. Repeated calls are safe. */
  close(): Promise<void>;
}

export interface EmbedderOptions {
  /** Folder with model.onnx and the vocabulary, as `openModel` returns it. */
  readonly modelDir: string;
  /** The format that `openModel` returns. Default: BERT_FORMAT. */
  readonly format?: EmbeddingFormat | undefined;
  /** Number of threads, each with its own copy of the model (about 60 MB). Default: 1. */
  readonly workers?: number;
  /** Maximum number of waiting calls for each priority, so that an import cannot block queries. One named caller may have half of them. Default: 512. */
  readonly maxQueue?: number | undefined;
  readonly window?: WindowSize;
}
