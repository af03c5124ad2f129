/**
 * The seam between the index (which holds every memory in RAM) and the ranking (which decides their order).
 *
 * A row is a dense number from 0, in order of arrival; a row list is ascending and without repeats. Arrays
 * that a method returns run parallel to the row list it was given; columns are indexed by row.
 */

/** What ranking may ask the index about the rows that passed the filter, for one query. */
export interface SignalSource {
  /** Columns, indexed by row. Valid until the next write to the index: do not keep them across awaits. */
  readonly columns: RowColumns;
  /** False: no row at all belongs to a conversation. */
  readonly hasTurns: boolean;
  /** Where the rows are but candidates: of the cosines of all memories that passed the filter. */
  readonly cosineSpread?: { mean: number; deviation: number };
  /** Cosine of the query with each row's best window; in [-1, 1]. Written to `into`, where one of that length is given. */
  semantic(query: Float32Array, rows: Uint32Array, into?: Float32Array): Float32Array;
  /** Cosine of the query with the row's "previous turn + this turn" vector; NaN where a row has none. */
  context(query: Float32Array, rows: Uint32Array): Float32Array;
  /** BM25 of each row as a document of its own; document frequency and lengths are taken over `rows`. */
  keyword(terms: readonly string[], rows: Uint32Array, options: Bm25Options): Float32Array;
  /** `keyword`, and beside it how much of the question each row holds; written to `into`, where it is given. */
  keywordCoverage(
    terms: readonly string[],
    rows: Uint32Array,
    options: Bm25Options,
    into?: { bm25: Float32Array; covered: Float32Array },
  ): KeywordCoverage;
  /**
   * BM25 where document i is the bodies of the turns `before` places ahead of it to `after` places behind it
   * in its conversation (only those among `rows`), frequencies and lengths taken over these windows. A row
   * outside any conversation is a window of its own.
   */
  windowKeyword(
    terms: readonly string[],
    rows: Uint32Array,
    options: Bm25Options & { before: number; after: number },
  ): Float32Array;
  /** The name behind a value of `columns.speaker`. */
  speakerName(speaker: number): string;
}

export interface Bm25Options {
  k1: number;
  b: number;
  /** "body" leaves out the header ("Name (date):") of each document. */
  field: 'all' | 'body';
}

export interface KeywordCoverage {
  bm25: Float32Array;
  /** Sum of idf = ln(1 + (N - df + .5) / (df + .5)) over the distinct terms that the row holds. */
  covered: Float32Array;
  /** The same sum over all distinct terms. */
  totalIdf: number;
}

export interface RowColumns {
  /** The row before and after this one in its conversation, or -1. */
  readonly previous: Int32Array;
  readonly next: Int32Array;
  /** Number of the conversation, or -1. */
  readonly conversation: Int32Array;
  /** Number of the speaker, or -1. */
  readonly speaker: Int32Array;
  /** When it happened (occurred_at, else created_at), in ms since the epoch. */
  readonly occurredAt: Float64Array;
  readonly createdAt: Float64Array;
  readonly importance: Float32Array;
  /** Bit set made by ranking's `describeTurn` when the row was written; opaque to the index. */
  readonly facts: Uint32Array;
}

/** One memory as the index takes it in. */
export interface IndexEntry {
  /** The memory's integer key in the database: unique, never reused, ascending in order of arrival. */
  key: number;
  type: string;
  importance: number;
  projectId: string | null;
  tags: readonly string[];
  sourceAgent: string;
  createdAt: number;
  /** When it happened, if that is known. */
  occurredAt: number | null;
  expiresAt: number | null;
  archived: boolean;
  sharedWith: 'all' | readonly string[];
  /** Key of the conversation it belongs to (already made unique per project and agent by the caller), or null. */
  conversation: string | null;
  speaker: string | null;
  facts: number;
  /** Terms of the text, in order, repeats kept: of the content, and of its header ("Name (date):"). */
  bodyTerms: readonly string[];
  headerTerms: readonly string[];
  /** One unit vector a window of the content, at least one. */
  vectors: readonly Float32Array[];
  /** Unit vector of the previous turn and this one together. */
  contextVector: Float32Array | null;
}
