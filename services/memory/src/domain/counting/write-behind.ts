/**
 * Counts that nobody waits for: they gather in RAM, by key, and are written together every two seconds. What could not be written
 * is kept for the next time. A process that is killed loses the counts of the last seconds.
 */
export interface WriteBehind<Key, Count> {
  add(key: Key, count: Count): void;
  /** Adds what is not written yet to what the store has of this key. */
  withPending(key: Key, stored: Count): Count;
  /** The keys with something that is not written yet. */
  pendingKeys(): ReadonlySet<Key>;
  /** Resolves when what was added before is written or, told to `onError`, could not be. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface WriteBehindOptions<Key, Count> {
  /** Both together; changes neither. */
  sum: (known: Count, added: Count) => Count;
  write: (counts: ReadonlyMap<Key, Count>) => Promise<void>;
  onError: (error: unknown) => void;
  /** So many keys are written without waiting for the time. */
  flushAtKeys?: number;
}

const FLUSH_INTERVAL_MS = 2_000;

export function createWriteBehind<Key, Count>(
  options: WriteBehindOptions<Key, Count>,
): WriteBehind<Key, Count> {
  const { sum, write, onError, flushAtKeys = Number.POSITIVE_INFINITY } = options;
  let pending = new Map<Key, Count>();
  /** What is being written: a reader of the store does not see it before the commit. */
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

  /** One write at a time: what comes during one goes with the next. */
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
