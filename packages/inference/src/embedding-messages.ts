import type { TokenSpan } from './embedder.js';
import type { WindowSize } from './token-windows.js';

/** What the two threads say to each other. Buffers are transferred, not copied. One request is under way at a time. */

export interface EmbeddingWorkerData {
  readonly modelDir: string;
  readonly window: WindowSize;
}

export type EmbeddingRequest =
  /** The first window of a text. */
  | { readonly kind: 'text'; readonly text: string; readonly withTokens: boolean }
  /** A later window: its content tokens. */
  | { readonly kind: 'window'; readonly ids: Int32Array };

export type ToWorker = EmbeddingRequest | { readonly kind: 'close' };

export interface EmbeddingReply {
  readonly kind: 'vector';
  readonly vector: Float32Array;
  /** Time inside the ONNX session. */
  readonly inferenceMs: number;
  /** All content tokens of a text of several windows, so that whichever worker is free can take the next one. */
  readonly ids?: Int32Array;
  readonly tokens?: TokenSpan[];
  readonly rows?: Float32Array;
}

export type FromWorker =
  | { readonly kind: 'ready'; readonly dimensions: number }
  | EmbeddingReply
  /** The inference failed, the worker lives on. */
  | { readonly kind: 'failed'; readonly message: string };
