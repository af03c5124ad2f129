import type { MaybePromise } from '@anima/service/maybe-promise';
import type { NearPair, NearPairsOptions } from '../domain/retrieval/near-pair.js';
import type { RankOptions, RankQuery, ScoreParts } from '../domain/retrieval/ranking/rank.js';
import type { SearchFilter } from '../domain/retrieval/search-filter.js';

/**
 * Finds memories: by what is known of them, by words and meaning, by nearness. It follows a store and answers with the
 * keys of its memories.
 *
 * Promises of every adapter:
 * - A change is in every answer that is asked for after the store's promise for it resolved.
 * - A filter means the same to every method: `total` is what all pages together list.
 * - Memories expire by `now`, in ms since the epoch, from that very moment on.
 * - Filters, lists and counts are exact, and no list is shorter than asked for while more pass. Where no more than a thousand pass,
 *   none of them is missed for speed; beyond, `rank` and `nearest` of an adapter may look at those that approximate indexes lead to.
 *   Cosines are those of the unit vectors given, to .012.
 */
export interface MemorySearch {
  /** Of the memories that pass the filter, in this order, those from place `from` up to, not including, `to`. */
  page(filter: SearchFilter, options: PageOptions): MaybePromise<{ keys: number[]; total: number }>;
  count(filter: SearchFilter, now: number): MaybePromise<FoundCounts>;
  /** Of those that pass the filter the best `limit` for the query without the best `from`, best first. */
  rank(
    query: RankQuery,
    filter: SearchFilter,
    options: RankOptions,
  ): MaybePromise<{ ranked: RankedMemory[]; total: number }>;
  /**
   * Of those that pass the filter the ones nearest to one of the vectors in one of their windows, the nearest first, of equals
   * the latest. Instead of vectors, the key of a memory: those nearest to it, without itself.
   */
  nearest(
    of: readonly Float32Array[] | number,
    filter: SearchFilter,
    options: { limit: number; now: number },
  ): MaybePromise<NearKey[]>;
  /**
   * Compares each with all after it: for each place of `compared`, in order, its pairs with later places, the nearest
   * first. A number is the key of a memory, archived or not, whose first window counts; it has no pairs where it is
   * unknown. With `nearest` a list for each place of `compared` follows: the pairs of it and one of its nearest, each pair in
   * the first list it belongs to. The event loop is not held for longer than one place takes.
   */
  nearPairs(
    compared: readonly (number | Float32Array)[],
    options: NearPairsOptions,
  ): AsyncIterable<readonly NearPair[]>;
  /** Key of the memory, archived or not, that came last in this conversation (see conversation-key.ts). */
  lastOfConversation(conversation: string): MaybePromise<number | null>;
  /** Of the store's memories and changes those that are found here: all, unless something could not be taken in. */
  holds(): MaybePromise<{ memories: number; changeSeq: number }>;
}

/**
 * `newest`: by when they were stored; `useful`: see usefulness.ts; of equals the latest to arrive first. `arrival`: from
 * the first to the last.
 */
export type PageOrder = 'newest' | 'useful' | 'arrival';

export interface PageOptions {
  order: PageOrder;
  from: number;
  to: number;
  now: number;
  /** In the order `newest`: only memories that come after this position. The total counts all. */
  after?: ListPosition;
}

/** The position of a memory in the order `newest`. It stays valid while other memories are stored or archived. */
export interface ListPosition {
  createdAt: number;
  key: number;
}

/** How many there are. Types and projects without any are left out. */
export interface FoundCounts {
  total: number;
  byType: ReadonlyMap<string, number>;
  /** By id; memories without a project are in the total alone. */
  byProject: ReadonlyMap<string, number>;
}

export interface RankedMemory {
  key: number;
  /** In (0, 1), falling with the rank; comparable within one answer only. */
  score: number;
  parts: ScoreParts;
}

export interface NearKey {
  key: number;
  /** Cosine of the nearest pair of windows. */
  similarity: number;
  /** That pair: the vector asked about, and the window of the memory that is found. */
  asked: Float32Array;
  found: Float32Array;
}
