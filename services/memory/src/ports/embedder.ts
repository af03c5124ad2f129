/** What made a vector. Vectors of two models never stand in one index: their cosine says nothing. */
export interface EmbeddingModel {
  readonly modelName: string;
  readonly dimensions: number;
  /** Of the bytes of the model: another file under the same name has another one. */
  readonly revision: string;
}

/**
 * Turns text into unit vectors. Promises: the same text gives the same vector whatever else is being embedded;
 * a full queue rejects with `overloaded` at once instead of growing.
 */
export interface MemoryEmbedder extends EmbeddingModel {
  /** Revisions of before whose vectors may stand beside those of this one. */
  readonly comparableRevisions: readonly string[];
  /** One vector a window of the text, in order; at least one. */
  embed(text: string): Promise<readonly Float32Array[]>;
  /** One vector for a question; goes ahead of texts that wait to be stored. */
  embedQuery(text: string): Promise<Float32Array>;
  /**
   * The first window of a text with a row for each piece of a word: to compare texts word by word. With `asked` somebody
   * waits for the answer: it goes ahead of texts that wait to be stored, as a question does.
   */
  embedTokens(text: string, options?: { asked: boolean }): Promise<TokenEmbedding>;
  /** A real inference; resolves to what ran it. */
  probe(): Promise<void>;
}

export interface TokenEmbedding {
  /** The unit vector of the first window: what `embed` gives first. */
  readonly vector: Float32Array;
  /** Pieces of words in order; `id` is the rank in the vocabulary, which lists common pieces first. */
  readonly tokens: readonly { readonly id: number; readonly start: number; readonly end: number }[];
  /** tokens.length x dimensions, row-major; each row has length 1. */
  readonly rows: Float32Array;
}
