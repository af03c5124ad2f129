import type { CacheScope, CacheSize } from '../../cache/response-cache-store.js';
import { createVectorScan } from '../../search/scan/vector-scan.js';

/** The cached questions in RAM: their vectors by scope, their sizes, and their order of use. */
export interface QuestionDirectory {
  readonly size: number;
  readonly bytes: number;
  /** Adds a question as the last used, or replaces the question with this key. */
  put(question: KeptQuestion & { vector: Float32Array }): void;
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
  surplus(now: number, limits: CacheSize): KeptQuestion[];
  /** Returns the questions that have expired. */
  expired(now: number): KeptQuestion[];
  /** Returns the size of each model, without expired questions. */
  byModel(now: number): Map<string, CacheSize>;
}

export interface KeptQuestion extends CacheScope {
  key: number;
  bytes: number;
  createdAt: number;
  expiresAt: number;
}

interface Kept extends KeptQuestion {
  slot: number;
}

export function createQuestionDirectory(dimensions: number): QuestionDirectory {
  const scan = createVectorScan(dimensions);
  /** Entries in order of use: a Map keeps the order of insertion. */
  const kept = new Map<number, Kept>();
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
    const entry = kept.get(key);
    if (entry === undefined) return;
    kept.delete(key);
    bytes -= entry.bytes;
    freeSlots.push(entry.slot);
    const scope = scopes.get(scopeKey(entry))!;
    scope.delete(entry.slot);
    if (scope.size === 0) scopes.delete(scopeKey(entry));
  }

  return {
    get size() {
      return kept.size;
    },
    get bytes() {
      return bytes;
    },

    put({ vector, ...entry }) {
      remove(entry.key);
      const slot = takeSlot();
      scan.write(slot, vector);
      kept.set(entry.key, { ...entry, slot });
      bytes += entry.bytes;
      const scope = scopes.get(scopeKey(entry)) ?? new Map<number, number>();
      scopes.set(scopeKey(entry), scope.set(slot, entry.key));
    },

    remove,

    use(key) {
      const entry = kept.get(key);
      if (entry === undefined) return;
      kept.delete(key);
      kept.set(key, entry);
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
        if (kept.get(key)!.expiresAt > now) near.push({ key, cosine });
      }
      return near.sort((a, b) => b.cosine - a.cosine || b.key - a.key).slice(0, limit);
    },

    surplus(now, limits) {
      let entriesLeft = kept.size;
      let bytesLeft = bytes;
      const holds = () => entriesLeft <= limits.entries && bytesLeft <= limits.bytes;
      if (holds()) return [];
      const given = new Set<Kept>();
      const giveUp = (entry: Kept): void => {
        given.add(entry);
        entriesLeft--;
        bytesLeft -= entry.bytes;
      };
      for (const entry of kept.values()) if (entry.expiresAt <= now) giveUp(entry);
      for (const entry of kept.values()) {
        if (holds()) break;
        if (!given.has(entry)) giveUp(entry);
      }
      return [...given];
    },

    expired: (now) => [...kept.values()].filter(({ expiresAt }) => expiresAt <= now),

    byModel(now) {
      const models = new Map<string, CacheSize>();
      for (const entry of kept.values()) {
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
