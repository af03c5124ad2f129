/** Texts that are searched for, or texts that are found: some models expect another prefix for each. */
export type InputType = 'query' | 'passage';

/** Identifies an embedding model. An index never mixes vectors of two models: their cosine has no meaning. */
export interface EmbeddingModel {
  readonly name: string;
  /** Derived from the bytes of the model: another file with the same name has another revision. */
  readonly revision: string;
  /** Earlier revisions whose vectors are comparable with the vectors of this revision. */
  readonly comparableRevisions: readonly string[];
  /**
   * Returns whether vectors of another revision are comparable with the vectors of this one. Set if a
   * revision is not a checksum.
   */
  readonly comparesWith?: (revision: string) => boolean;
}

export interface EmbedOptions {
  /**
   * Queries of recall are `query`, and texts that they find are `passage`. Both sides of a comparison without
   * direction have the same type: cached questions are `query`, memories among themselves `passage`. Default
   * `passage`.
   */
  readonly inputType?: InputType | undefined;
  /**
   * Priority of the call. `query`: a client waits for the result, so the call runs before texts that are to
   * be stored. `bulk`: the call runs after those. Default `document`.
   */
  readonly priority?: 'query' | 'document' | 'bulk';
  /** Callers take turns within a priority; calls without a caller share one turn. */
  readonly caller?: string | undefined;
  /** Rejects the call with the reason of the signal; texts that still wait are not embedded. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Turns texts into unit vectors.
 *
 * Promises of every adapter:
 * - The same text of one type gives the same vector, regardless of other texts that are embedded at the same time.
 * - A call succeeds or fails as a whole. If too many texts wait already, it rejects with `overloaded`
 *   immediately and embeds no text; if the model is unreachable, it rejects with `unavailable`.
 * - Texts that are to be stored do not starve queries, bulk calls starve neither, and no caller starves
 *   another caller.
 */
export interface TextEmbedder {
  readonly model: EmbeddingModel;
  /** Number of dimensions of each vector. */
  readonly dimensions: number;
  /** Maximum tokens of one window. A longer text has several windows. */
  readonly maxTokens: number;
  /**
   * Returns, for each text in order, one vector for each window in order; at least one vector, also for an
   * empty text. Callers must not change the vectors.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<(readonly Float32Array[])[]>;
  /** Runs a real inference; rejects if the model fails. */
  probe(): Promise<void>;
}
