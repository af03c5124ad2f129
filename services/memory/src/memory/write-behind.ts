/**
 * Collects counts in RAM by key and writes them together every two seconds. Counts that could not be written
 * are retried with the next write. A killed process loses the counts of the last seconds.
 */
export interface WriteBehind<Key, Count> {
  add(key: Key, count: Count): void;
  /** Adds the pending count of a key to its stored count. */
  withPending(key: Key, stored: Count): Count;
  /** The keys with pending counts. */
  pendingKeys(): ReadonlySet<Key>;
  /** Resolves when all counts added before are written, or their failure was reported to `onError`. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface WriteBehindOptions<Key, Count> {
  /** Returns the sum of two counts without changing either. */
  sum: (known: Count, added: Count) => Count;
  write: (counts: ReadonlyMap<Key, Count>) => Promise<void>;
  onError: (error: unknown) => void;
  /** Number of pending keys that causes a write before the interval ends. */
  flushAtKeys?: number;
}

const FLUSH_INTERVAL_MS = 2_000;

export function createWriteBehind<Key, Count>(
  options: WriteBehindOptions<Key, Count>,
): WriteBehind<Key, Count> {
  const { sum, write, onError, flushAtKeys = Number.POSITIVE_INFINITY } = options;
  let pending = new Map<Key, Count>();
  /** Counts of the current write, which a reader of the store sees only after the commit. */
  let inFlight: ReadonlyMap<Key, Count> = new Map();
  let flushing: Promise<void> | null = null;

  function add(key: Key, count: Count): void {
    const known = pending.get(key);
    pending.set(key, known === undefined ? count : sum(known, count));
  }

  async function writePending(): Promise<void> {
    inFlight = pending;
    pending = new Map();
    try {
      await write(inFlight);
    } catch (error) {
      for (const [key, count] of inFlight) add(key, count);
      onError(error);
    } finally {
      inFlight = new Map();
      flushing = null;
    }
  }

  /** Starts a write unless one runs: counts added during a write belong to the next one. */
  function begin(): Promise<void> {
    if (flushing === null && pending.size > 0) flushing = writePending();
    return flushing ?? Promise.resolve();
  }

  async function flush(): Promise<void> {
    if (flushing !== null) await flushing;
    await begin();
  }

  const timer = setInterval(() => void begin(), FLUSH_INTERVAL_MS);
  timer.unref();

  return {
    add(key, count) {
      add(key, count);
      if (pending.size >= flushAtKeys) void begin();
    },

    withPending(key, stored) {
      let count = stored;
      for (const unwritten of [inFlight.get(key), pending.get(key)])
        if (unwritten !== undefined) count = sum(count, unwritten);
      return count;
    },

    pendingKeys: () => new Set([...inFlight.keys(), ...pending.keys()]),

    flush,

    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
