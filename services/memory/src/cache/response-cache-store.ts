import type { MaybePromise } from '@anima/service/maybe-promise';

/**
 * Stored responses of language models, found by the identical question or by similar questions.
 *
 * Promises of every adapter:
 * - A response is durable when `put` resolves, and visible to every later call.
 * - A response that has expired by `now`, in ms since the epoch, is never returned, whether it was removed or
 *   not.
 * - An eviction does not remove a response that was stored or used while it ran.
 * - `put`, evictions, expiry and `clear` are reported as events, which are written with the change.
 */
export interface ResponseCacheStore {
  /** Returns the response to the identical question. */
  find(scope: CacheScope, query: string, now: number): MaybePromise<StoredResponse | null>;
  /**
   * Returns the `limit` responses whose questions are nearest to this unit vector, nearest first, with a
   * cosine of at least `minimum`.
   */
  nearest(
    scope: CacheScope,
    vector: Float32Array,
    options: { now: number; limit: number; minimum: number },
  ): MaybePromise<NearResponse[]>;
  /** Stores a response; it replaces the response to the same question in the same scope and keeps its key. */
  put(response: NewCachedResponse): Promise<{ replaced: boolean }>;
  /**
   * Evicts responses if the cache is larger than `most`: expired responses first, then the least recently
   * used, until the size is at most `left`. Counts the evictions by model.
   */
  makeRoom(limits: { most: CacheSize; left: CacheSize }, now: number): Promise<void>;
  /** Removes expired responses. */
  dropExpired(now: number): Promise<void>;
  /** Removes all responses, or the responses of one model; resolves to their number. */
  clear(model: string | null): Promise<number>;
  /**
   * Removes the responses that contain one of these texts, in the query or the response, and those of these
   * conversations. Resolves to their number.
   */
  removeMentions(of: { texts: readonly string[]; conversations: readonly string[] }): Promise<number>;
  /** Marks the response as the last used, immediately; `noteUse` makes this durable. */
  used(key: number): MaybePromise<void>;
  /** Stores the times of last use, and the counts since the previous call. No caller waits for it. */
  noteUse(
    uses: readonly { key: number; at: number }[],
    counts: ReadonlyMap<string, UseCounts>,
  ): Promise<void>;
  /** Size of the responses that have not expired, by model. */
  sizes(now: number): MaybePromise<Map<string, CacheSize>>;
  /** Counters since the creation of the store, by model. */
  counters(): MaybePromise<Map<string, UseCounts & { evictions: number }>>;
  /** Reads from the store; returns the number of responses and rejects if they cannot be read. */
  probe(): MaybePromise<number>;
}

/** Scope of a response: it is found only for the same model and context. */
export interface CacheScope {
  model: string;
  /** Number of turns before the question that belong to the context. */
  contextDepth: number;
  /** Digest of these turns; empty if the caller did not send them. */
  context: string;
}

export interface CachedResponse extends CacheScope {
  query: string;
  response: string;
  createdAt: number;
  expiresAt: number;
}

export interface StoredResponse extends CachedResponse {
  key: number;
}

export interface NearResponse extends StoredResponse {
  cosine: number;
}

export interface NewCachedResponse extends CachedResponse {
  /** Conversation in which the response was stored; not part of the key. */
  conversationId?: string | null;
  /** Unit vector of the question. */
  vector: Float32Array;
  bytes: number;
}

export interface CacheSize {
  entries: number;
  bytes: number;
}

export interface UseCounts {
  hits: number;
  misses: number;
}
