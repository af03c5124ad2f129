import type { CacheScope, CacheSize } from '../../cache/response-cache-store.js';
import { createVectorScan } from '../../search/scan/vector-scan.js';

/** The cached questions in RAM: their vectors by scope, their sizes, and their order of use. */
export interface QuestionDirectory {
  readonly size: number;
  readonly bytes: number;
  /** Adds a question as the last used, or replaces the question with this key. */
  put(question: StoredQuestion & { vector: Float32Array }): void;
  remove(key: number): void;
  /** Marks the question as the last used, if it exists. */
  use(key: number): void;
  /** Returns the questions of this scope that have not expired, most similar first. */
  nearest(
    scope: CacheScope,
    vector: Float32Array,
    options: { now: number; limit: number; minimum: number },
  ): { key: number; cosine: number }[];
  /**
   * Returns the questions to evict until both limits hold: expired ones first, then the least recently used.
   */
  surplus(now: number, limits: CacheSize): StoredQuestion[];
  /** Returns the questions that have expired. */
  expired(now: number): StoredQuestion[];
  /** Returns the size of each model, without expired questions. */
  byModel(now: number): Map<string, CacheSize>;
}

export interface StoredQuestion extends CacheScope {
  key: number;
  bytes: number;
  createdAt: number;
  expiresAt: number;
}

interface IndexedQuestion extends StoredQuestion {
  slot: number;
}

export function createQuestionDirectory(dimensions: number): QuestionDirectory {
  const scan = createVectorScan(dimensions);
  /** Entries in order of use: a Map keeps the order of insertion. */
  const stored = new Map<number, IndexedQuestion>();
  /** Slots of each scope, each with its key. */
  const scopes = new Map<string, Map<number, number>>();
  const freeSlots: number[] = [];
  let slots = 0;
  let bytes = 0;

  function takeSlot(): number {
    const free = freeSlots.pop();
    if (free !== undefined) return free;
    scan.reserve(slots + 1);
    return slots++;
  }

  function remove(key: number): void {
    const entry = stored.get(key);
    if (entry === undefined) return;
    stored.delete(key);
    bytes -= entry.bytes;
    freeSlots.push(entry.slot);
    const scope = scopes.get(scopeKey(entry))!;
    scope.delete(entry.slot);
    if (scope.size === 0) scopes.delete(scopeKey(entry));
  }

  return {
    get size() {
      return stored.size;
    },
    get bytes() {
      return bytes;
    },

    put({ vector, ...entry }) {
      remove(entry.key);
      const slot = takeSlot();
      scan.write(slot, vector);
      stored.set(entry.key, { ...entry, slot });
      bytes += entry.bytes;
      const scope = scopes.get(scopeKey(entry)) ?? new Map<number, number>();
      scopes.set(scopeKey(entry), scope.set(slot, entry.key));
    },

    remove,

    use(key) {
      const entry = stored.get(key);
      if (entry === undefined) return;
      stored.delete(key);
      stored.set(key, entry);
    },

    nearest(scope, vector, { now, limit, minimum }) {
      const members = scopes.get(scopeKey(scope));
      if (members === undefined) return [];
      const list = Uint32Array.from(members.keys());
      const cosines = new Float32Array(list.length);
      scan.setQuery(vector);
      scan.scoreSlots(list, list.length, cosines);
      const near: { key: number; cosine: number }[] = [];
      for (let i = 0; i < list.length; i++) {
        const cosine = cosines[i]!;
        if (cosine < minimum) continue;
        const key = members.get(list[i]!)!;
        if (stored.get(key)!.expiresAt > now) near.push({ key, cosine });
      }
      return near.sort((a, b) => b.cosine - a.cosine || b.key - a.key).slice(0, limit);
    },

    surplus(now, limits) {
      let entriesLeft = stored.size;
      let bytesLeft = bytes;
      const holds = () => entriesLeft <= limits.entries && bytesLeft <= limits.bytes;
      if (holds()) return [];
      const given = new Set<IndexedQuestion>();
      const giveUp = (entry: IndexedQuestion): void => {
        given.add(entry);
        entriesLeft--;
        bytesLeft -= entry.bytes;
      };
      for (const entry of stored.values()) if (entry.expiresAt <= now) giveUp(entry);
      for (const entry of stored.values()) {
        if (holds()) break;
        if (!given.has(entry)) giveUp(entry);
      }
      return [...given];
    },

    expired: (now) => [...stored.values()].filter(({ expiresAt }) => expiresAt <= now),

    byModel(now) {
      const models = new Map<string, CacheSize>();
      for (const entry of stored.values()) {
        if (entry.expiresAt <= now) continue;
        const sum = models.get(entry.model) ?? { entries: 0, bytes: 0 };
        models.set(entry.model, { entries: sum.entries + 1, bytes: sum.bytes + entry.bytes });
      }
      return models;
    },
  };
}

function scopeKey({ model, contextDepth, context }: CacheScope): string {
  return `${contextDepth} ${context} ${model}`;
}
