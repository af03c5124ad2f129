/** Vectors of two models never stand in one index: their cosine says nothing. */
export interface EmbeddingModel {
  readonly name: string;
  /** Of the bytes of the model: another file under the same name has another one. */
  readonly revision: string;
  /** Revisions of before whose vectors may stand beside those of this one. */
  readonly comparableRevisions: readonly string[];
  /** Where a revision is no checksum: whether vectors of that one may stand beside those of this one. */
  readonly comparesWith?: (revision: string) => boolean;
}

export interface EmbedOptions {
  /** `query`: somebody waits for the answer, it goes ahead of texts that wait to be stored; `bulk` goes behind them. Default `document`. */
  readonly priority?: 'query' | 'document' | 'bulk';
  /** Callers take turns within a priority; calls without one belong to the same caller. */
  readonly caller?: string | undefined;
  /** Rejects the call with the reason of the signal; what of it still waits is never computed. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Turns texts into unit vectors.
 *
 * Promises of every adapter:
 * - The same text gives the same vector, whatever else is being embedded.
 * - A call succeeds or fails as a whole. Where too much waits already it rejects with `overloaded` at once, with nothing
 *   done, instead of growing a queue; where the model cannot answer, with `unavailable`.
 * - Texts that wait to be stored do not shut out queries, bulk shuts out neither, and no caller shuts out another one.
 */
export interface TextEmbedder {
  readonly model: EmbeddingModel;
  /** Of each vector. */
  readonly dimensions: number;
  /** Of one window. A longer text has several. */
  readonly maxTokens: number;
  /** For each text, in order, one vector a window, in order; at least one, also for an empty text. Read them only. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<(readonly Float32Array[])[]>;
  /** A real inference; rejects while the model cannot answer. */
  probe(): Promise<void>;
}
