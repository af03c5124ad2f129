import type { MaybePromise } from '@anima/service/maybe-promise';

/**
 * Where responses of language models live, found again by their very question or by the nearest ones.
 *
 * Promises of every adapter:
 * - What `put` resolved is durable, and in every answer that is asked for after it.
 * - Nothing is answered that has expired by `now`, in ms since the epoch, whether it was dropped or not.
 * - A response that was put or used while room is made is not taken for one of before.
 * - `put`, what is dropped for room or time, and `clear` are told as events, written with the change.
 */
export interface ResponseCacheStore {
  /** The response to exactly this question. */
  find(scope: CacheScope, query: string, now: number): MaybePromise<KeptResponse | null>;
  /** The `limit` responses to the questions at least `minimum` near to this unit vector, the nearest first. */
  nearest(
    scope: CacheScope,
    vector: Float32Array,
    options: { now: number; limit: number; minimum: number },
  ): MaybePromise<NearResponse[]>;
  /** The same question in the same scope is replaced and keeps its key. */
  put(response: NewCachedResponse): Promise<{ replaced: boolean }>;
  /**
   * Where more is kept than `most`: gives up what has expired, then what was unused for longest, until no more is kept than
   * `left`. What was given up is counted as evicted, each for its model.
   */
  makeRoom(limits: { most: CacheSize; left: CacheSize }, now: number): Promise<void>;
  /** Gives up what has expired. */
  dropExpired(now: number): Promise<void>;
  /** Removes all responses, or those of a model; resolves to how many there were. */
  clear(model: string | null): Promise<number>;
  /** Makes it the last used one, at once; durable with `noteUse`. */
  used(key: number): MaybePromise<void>;
  /** When responses were last used, and what was counted since the last time; nobody waits for it. */
  noteUse(
    uses: readonly { key: number; at: number }[],
    counts: ReadonlyMap<string, UseCounts>,
  ): Promise<void>;
  /** What is kept, by model, without what has expired. */
  sizes(now: number): MaybePromise<Map<string, CacheSize>>;
  /** What was counted, by model, since the store was made. */
  counters(): MaybePromise<Map<string, UseCounts & { evictions: number }>>;
  /** Looks for real; answers how many there are, rejects where they cannot be found. */
  probe(): MaybePromise<number>;
}

/** A response is only found for the same model and context. */
export interface CacheScope {
  model: string;
  /** Number of turns before the question that count. */
  contextDepth: number;
  /** Digest of these turns; empty if the caller did not name them. */
  context: string;
}

export interface CachedResponse extends CacheScope {
  query: string;
  response: string;
  createdAt: number;
  expiresAt: number;
}

export interface KeptResponse extends CachedResponse {
  key: number;
}

export interface NearResponse extends KeptResponse {
  cosine: number;
}

export interface NewCachedResponse extends CachedResponse {
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
