import type { EmbedOptions } from './text-embedder.js';

/**
 * Says of each word what it means where it stands, to compare texts word by word. Not every model can be asked: servers of
 * embeddings give vectors of whole texts alone. The promises of a TextEmbedder hold for it too.
 */
export interface WordEmbedder {
  /** The first window of a text. */
  embedWords(text: string, options?: EmbedOptions): Promise<WordVectors>;
}

export interface WordVectors {
  /** The unit vector of the first window: what a TextEmbedder of this model gives first. */
  readonly vector: Float32Array;
  /**
   * Pieces of words in order, each a half-open range of UTF-16 units; `id` is the rank in the vocabulary, which lists common
   * pieces first. Behind the last one the model did not read.
   */
  readonly tokens: readonly { readonly id: number; readonly start: number; readonly end: number }[];
  /** tokens.length x dimensions, row-major; each row has length 1. */
  readonly rows: Float32Array;
}
