/**
 * The interface between the index, which holds every memory in RAM, and the ranking, which orders them.
 *
 * A row is a dense number from 0, in order of arrival. A row list is ascending without duplicates. Arrays
 * that a method returns run parallel to the given row list; columns are indexed by row.
 */

/** The data of the filtered rows that ranking needs for one query. */
export interface SignalSource {
  /** Columns, indexed by row. Valid until the next write: do not use them after an await. */
  readonly columns: RowColumns;
  /** False if no row belongs to a conversation. */
  readonly hasTurns: boolean;
  /** For candidates: the spread of the cosines of all memories that passed the filter. */
  readonly cosineSpread?: { mean: number; deviation: number };
  /** Returns the cosine of the query and each row's best window, in `into` if it is given. */
  semantic(query: Float32Array, rows: Uint32Array, into?: Float32Array): Float32Array;
  /** Returns the cosine of the query and the "previous turn + this turn" vector; NaN without it. */
  context(query: Float32Array, rows: Uint32Array): Float32Array;
  /** Returns BM25 of each row as a separate document, with the statistics of `rows`. */
  keyword(terms: readonly string[], rows: Uint32Array, options: Bm25Options): Float32Array;
  /** Returns `keyword` and the share of the query that each row contains, in `into` if it is given. */
  keywordCoverage(
    terms: readonly string[],
    rows: Uint32Array,
    options: Bm25Options,
    into?: { bm25: Float32Array; covered: Float32Array },
  ): KeywordCoverage;
  /**
   * Returns BM25 where document i consists of the bodies of the turns from `before` positions before it to
   * `after` positions after it in its conversation, if they are in `rows`. Frequencies and lengths are those
   * of these windows. A row outside any conversation is a window by itself.
   */
  windowKeyword(
    terms: readonly string[],
    rows: Uint32Array,
    options: Bm25Options & { before: number; after: number },
  ): Float32Array;
  /** Returns the name for a value of `columns.speaker`. */
  speakerName(speaker: number): string;
}

export interface Bm25Options {
  k1: number;
  b: number;
  /** "body" omits the header ("Name (date):") of each document. */
  field: 'all' | 'body';
}

export interface KeywordCoverage {
  bm25: Float32Array;
  /** Sum of idf = ln(1 + (N - df + 0.5) / (df + 0.5)) over the distinct terms that the row contains. */
  covered: Float32Array;
  /** Sum of idf over all distinct terms. */
  totalIdf: number;
  /** The distinct terms that no row contains. */
  absent: readonly string[];
}

export interface RowColumns {
  /** The previous and the next row in the conversation, or -1. */
  readonly previous: Int32Array;
  readonly next: Int32Array;
  /** Number of the conversation, or -1. */
  readonly conversation: Int32Array;
  /** Number of the speaker, or -1. */
  readonly speaker: Int32Array;
  /** Time of the event (occurred_at, else created_at), in ms since the epoch. */
  readonly occurredAt: Float64Array;
  readonly createdAt: Float64Array;
  readonly importance: Float32Array;
  /** Bit set that `describeTurn` of ranking created when the row was written; opaque to the index. */
  readonly facts: Uint32Array;
}

/** One memory as the index receives it. */
export interface IndexEntry {
  /** Integer key of the memory in the database: unique, never reused, ascending in order of arrival. */
  key: number;
  type: string;
  importance: number;
  projectId: string | null;
  tags: readonly string[];
  sourceAgent: string;
  createdAt: number;
  /** Time of the event, if it is known. */
  occurredAt: number | null;
  expiresAt: number | null;
  archived: boolean;
  /** Whether it is archived because it was superseded or expired: it was true before. */
  replaced: boolean;
  /** Validity, and the time until which the store held it as true (validity.ts); null without an end. */
  validFrom: number;
  validUntil: number | null;
  heldUntil: number | null;
  sharedWith: 'all' | readonly string[];
  /** Key of the conversation, unique per project and agent; null outside any conversation. */
  conversation: string | null;
  speaker: string | null;
  facts: number;
  /** Terms of the content and of its header ("Name (date):"), in order, with duplicates. */
  bodyTerms: readonly string[];
  headerTerms: readonly string[];
  /** One unit vector per window of the content, at least one. */
  vectors: readonly Float32Array[];
  /** Unit vector of the previous turn and this turn together. */
  contextVector: Float32Array | null;
}
