/**
 * Turns text into unit vectors. Promises: the same text gives the same vector whatever else is being embedded;
 * a full queue rejects with `overloaded` at once instead of growing.
 */
export interface MemoryEmbedder {
  readonly dimensions: number;
  readonly modelName: string;
  /** One vector a window of the text, in order; at least one. */
  embed(text: string): Promise<readonly Float32Array[]>;
  /** One vector for a question; goes ahead of texts that wait to be stored. */
  embedQuery(text: string): Promise<Float32Array>;
  /** A real inference; resolves to what ran it. */
  probe(): Promise<void>;
}
