import type { WindowSize } from './token-windows.js';

export type Priority = 'query' | 'document' | 'bulk';

export interface EmbedOptions {
  /** Default 'document'. Queries are served first, bulk last, see embedding-queue.ts. */
  readonly priority?: Priority | undefined;
  /** Callers take turns; calls without one belong to the same caller. */
  readonly caller?: string | undefined;
  /** Rejects the call with the signal's reason at once; windows not yet begun are never computed. */
  readonly signal?: AbortSignal | undefined;
}

export interface EmbedderStats {
  /** Calls with windows that wait for a worker. */
  readonly queued: number;
  /** Windows being computed now. */
  readonly running: number;
  /** Calls answered since the start. */
  readonly completed: number;
  /** Calls rejected since the start: worker errors, aborts, closing and full queues. */
  readonly failed: number;
  /** Time spent inside the ONNX session, all windows together. */
  readonly totalInferenceMs: number;
}

/**
 * Text to unit vectors, off the event loop. The same text gives the same bits on the same machine, whatever else is being
 * computed.
 */
export interface Embedder {
  readonly dimensions: number;
  readonly modelName: string;
  /** Of one window, [CLS] and [SEP] included. */
  readonly maxTokens: number;
  /**
   * Unit vectors, one a window of the text, in order; at least one, also for empty text.
   * Rejects with QueueFullError, InferenceClosedError, InferenceWorkerError or the signal's reason.
   */
  embed(text: string, options?: EmbedOptions): Promise<Float32Array[]>;
  stats(): EmbedderStats;
  /** A real inference, ahead of documents. Rejects when the embedder cannot answer. */
  probe(): Promise<{ latencyMs: number }>;
  /** Rejects what is waiting or running with InferenceClosedError and ends the workers. Safe to call twice. */
  close(): Promise<void>;
}

export interface EmbedderOptions {
  /** The folder with model.onnx and tokenizer.json, as `openModel` returns it. */
  readonly modelDir: string;
  /** Threads, each with its own copy of the model (about 60 MB). Default 1. */
  readonly workers?: number;
  /** Calls that may wait, for each priority by itself, so that an import cannot shut questions out; half of them of one named caller. Default 512. */
  readonly maxQueue?: number | undefined;
  readonly window?: WindowSize;
}
