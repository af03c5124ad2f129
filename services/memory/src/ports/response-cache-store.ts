/** Where cached responses live. Questions are compared in RAM: the store keeps them, and finds equal ones. */
export interface ResponseCacheStore {
  /** Everything that is kept, least recently used first. */
  entries(): Iterable<CacheEntry>;
  /** The entry of exactly this question. */
  find(scope: CacheScope, query: string): number | null;
  /** An entry that is gone gives null. */
  response(key: number): CachedResponse | null;
  /** Durable when it resolves; the same question in the same scope is replaced and keeps its key. */
  put(response: NewCachedResponse): Promise<{ key: number; replaced: boolean }>;
  /** Removes these entries and counts them as evicted, each for its model. */
  evict(keys: readonly number[]): Promise<void>;
  /** Removes all entries, or those of a model; resolves to their keys. */
  clear(model: string | null): Promise<number[]>;
  /** When entries were last used, and what was counted since the last time; nobody waits for it. */
  noteUse(
    uses: readonly { key: number; at: number }[],
    counts: ReadonlyMap<string, UseCounts>,
  ): Promise<void>;
  /** By model, since the database was made. */
  counters(): Map<string, UseCounts & { evictions: number }>;
  /** Reads one entry for real; answers how many there are. */
  probe(): number;
}

/** Answers are only ever given for the same model and number of context turns. */
export interface CacheScope {
  model: string;
  contextDepth: number;
}

export interface CacheEntry extends CacheScope {
  key: number;
  /** Unit vector of the question. */
  vector: Float32Array;
  bytes: number;
  expiresAt: number;
}

export interface CachedResponse extends CacheScope {
  query: string;
  response: string;
  createdAt: number;
  expiresAt: number;
}

export interface NewCachedResponse extends CachedResponse {
  vector: Float32Array;
  bytes: number;
}

export interface UseCounts {
  hits: number;
  misses: number;
}
