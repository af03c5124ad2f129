import type { WindowSize } from './token-windows.js';

/** What the thread can be asked, one thing at a time. Buffers are transferred, not copied. */
export interface EmbeddingCalls {
  /** First of all; answers the number of dimensions. */
  open: { ask: EmbeddingOrder; answer: number };
  embed: { ask: EmbeddingRequest; answer: EmbeddingReply };
}

export interface EmbeddingOrder {
  readonly modelDir: string;
  readonly window: WindowSize;
}

export type EmbeddingRequest =
  /** The first window of a text. */
  | { readonly kind: 'text'; readonly text: string }
  /** A later window: its content tokens. */
  | { readonly kind: 'window'; readonly ids: Int32Array };

export interface EmbeddingReply {
  readonly vector: Float32Array;
  /** Time inside the ONNX session. */
  readonly inferenceMs: number;
  /** All content tokens of a text of several windows, so that whichever worker is free can take the next one. */
  readonly ids?: Int32Array;
}
