import type { MaybePromise } from '@anima/service/maybe-promise';
import type { NearPair, NearPairsOptions } from './near-pair.js';
import type { RankOptions, RankQuery, ScoreParts } from './ranking/rank.js';
import type { SearchFilter } from './search-filter.js';

/**
 * Finds memories by their fields, by words and meaning, or by vector similarity. It follows a store and
 * returns the keys of its memories.
 *
 * Promises of every adapter:
 * - A change is visible to every call made after the store's promise for the change resolved.
 * - A filter has the same meaning in every method: `total` is the number of memories on all pages together.
 * - Memories expire at exactly `now`, in ms since the epoch.
 * - Filters, lists and counts are exact, and no list is shorter than requested while more memories pass. If
 *   at most a thousand memories pass, `rank` and `nearest` consider all of them; if more pass, an adapter may
 *   consider only candidates from approximate indexes. Cosines are the cosines of the given unit vectors,
 *   with an error of at most 0.012.
 */
export interface MemorySearch {
  /**
   * Returns the keys at positions `from` (inclusive) to `to` (exclusive) of the memories that pass the
   * filter, in this order.
   */
  page(filter: SearchFilter, options: PageOptions): MaybePromise<{ keys: number[]; total: number }>;
  count(filter: SearchFilter, now: number): MaybePromise<FoundCounts>;
  /**
   * Ranks the memories that pass the filter for the query, best first, and returns `limit` of them without
   * the best `from`.
   */
  rank(
    query: RankQuery,
    filter: SearchFilter,
    options: RankOptions,
  ): MaybePromise<{ ranked: RankedMemory[]; total: number }>;
  /**
   * Returns the memories that pass the filter and are nearest to one of the vectors in one of their windows,
   * nearest first; of equally near memories the latest first. Only the first `MAX_ASKED_WINDOWS` vectors count. A key instead of vectors finds the memories
   * nearest to that memory, without itself.
   */
  nearest(
    of: readonly Float32Array[] | number,
    filter: SearchFilter,
    options: { limit: number; now: number },
  ): MaybePromise<NearKey[]>;
  /**
   * Returns the cosine of the nearest pair of windows for each pair of keys of memories, archived or not; 0 if one of them
   * is unknown.
   */
  cosines(pairs: readonly (readonly [number, number])[]): MaybePromise<number[]>;
  /**
   * Returns the cosines of the vector and of the windows of each content, in order. Unknown keys are omitted.
   */
  windowCosines(
    vector: Float32Array,
    keys: readonly number[],
  ): MaybePromise<ReadonlyMap<number, readonly number[]>>;
  /**
   * Compares each entry of `compared` with all later entries and yields, for each entry in order, its pairs,
   * nearest first. A number is the key of a memory, archived or not; only its first window is compared, and
   * an unknown key has no pairs. With `nearest`, a second list follows for each entry: its pairs with its
   * nearest memories, each pair only in the first list that it belongs to. The event loop is blocked for at
   * most the time of one entry.
   */
  nearPairs(
    compared: readonly (number | Float32Array)[],
    options: NearPairsOptions,
  ): AsyncIterable<readonly NearPair[]>;
  /** Key of the last memory of this conversation, archived or not (see conversation-key.ts). */
  lastOfConversation(conversation: string): MaybePromise<number | null>;
  /**
   * Number of memories and last change of the store that this index contains: all, unless it failed to apply
   * a change.
   */
  holds(): MaybePromise<{ memories: number; changeSeq: number }>;
}

/**
 * `newest`: by the time of storage; `useful`: see usefulness.ts. In both, of equal memories the latest
 * arrival is first. `arrival`: in order of arrival.
 */
export type PageOrder = 'newest' | 'useful' | 'arrival';

export interface PageOptions {
  order: PageOrder;
  from: number;
  to: number;
  now: number;
  /** Lists, in the order `newest`, only memories after this position. The total counts all. */
  after?: ListPosition;
}

/**
 * The position of a memory in the order `newest`. It stays valid while other memories are stored or archived.
 */
export interface ListPosition {
  createdAt: number;
  key: number;
}

/** Numbers of memories. Types and projects without memories are omitted. */
export interface FoundCounts {
  total: number;
  byType: ReadonlyMap<string, number>;
  /** Counts by project id; memories without a project count only in the total. */
  byProject: ReadonlyMap<string, number>;
}

export interface RankedMemory {
  key: number;
  /** Score in (0, 1) that falls with the rank; comparable only within one result. */
  score: number;
  parts: ScoreParts;
  /** Probability, from 0 to 1, that the memory answers the query. */
  relevance: number;
}

/** Limits the scans for a long text. */
export const MAX_ASKED_WINDOWS = 16;

export interface NearKey {
  key: number;
  /** Cosine of the nearest pair of windows. */
  similarity: number;
  /** That pair: the vector of the query, and the window of the memory that was found. */
  asked: Float32Array;
  found: Float32Array;
}
