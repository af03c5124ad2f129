import { dot, nearestPair } from '../../embedding/vector-math.js';
import type { MemoryIndex } from '../../search/index/memory-index.js';
import { copyFirstVectors, nearPairs } from '../../search/index/near-pairs.js';
import { VectorTable } from '../../search/index/vector-table.js';
import { MAX_ASKED_WINDOWS, type MemorySearch, type PageOptions } from '../../search/memory-search.js';
import { rankMemories } from '../../search/ranking/rank.js';
import { selectTop } from '../../search/ranking/select-top.js';
import { usefulness } from '../../search/ranking/usefulness.js';

const COPIED_AT_A_TIME = 50;

/**
 * Creates a search over the index in RAM. The caller that updates the index (index-entry.ts) must keep it
 * consistent with the store.
 */
export function createRamSearch(index: MemoryIndex): MemorySearch {
  return {
    page(filter, options) {
      const rows = index.match(filter, options.now);
      return { keys: keysInOrder(index, rows, options), total: rows.length };
    },

    count(filter, now) {
      const rows = index.match(filter, now);
      return {
        total: rows.length,
        byType: index.tally('type', rows),
        byProject: index.tally('project', rows),
      };
    },

    rank(query, filter, options) {
      const rows = index.match(filter, options.now);
      const ranked = rankMemories(query, index, rows, options);
      return {
        ranked: ranked.map(({ row, score, parts, relevance }) => ({
          key: index.keyOf(row),
          score,
          parts,
          relevance,
        })),
        total: rows.length,
      };
    },

    nearest(of, filter, { limit, now }) {
      const own = typeof of === 'number' ? of : null;
      const vectors = (typeof of === 'number' ? index.windows(of) : of).slice(0, MAX_ASKED_WINDOWS);
      const keys = index.nearest(vectors, index.match(filter, now), own === null ? limit : limit + 1);
      const near = keys.filter((key) => key !== own).slice(0, limit);
      return near.map((key) => ({ key, ...nearestPair(vectors, index.windows(key)) }));
    },

    cosines(pairs) {
      const windows = new Map(pairs.flat().map((key) => [key, [] as Float32Array[]]));
      for (const key of windows.keys()) windows.set(key, index.windows(key));
      return pairs.map(([one, other]) => {
        const [a, b] = [windows.get(one)!, windows.get(other)!];
        return a.length === 0 || b.length === 0 ? 0 : nearestPair(a, b).similarity;
      });
    },

    windowCosines(vector, keys) {
      const known = keys.filter((key) => index.has(key));
      return new Map(known.map((key) => [key, index.windows(key).map((window) => dot(vector, window))]));
    },

    async *nearPairs(compared, options) {
      // Compares a copy, so that concurrent changes of the index have no effect.
      const table = new VectorTable(index.dimensions);
      while (table.rows < compared.length) {
        copyFirstVectors(index, compared.slice(table.rows, table.rows + COPIED_AT_A_TIME), table);
        await new Promise((resolve) => setImmediate(resolve));
      }
      yield* nearPairs(table, options);
    },

    lastOfConversation: (conversation) => index.lastOfConversation(conversation),
    holds: () => ({ memories: index.size, changeSeq: index.changeSeq }),
  };
}

function keysInOrder(
  { columns }: MemoryIndex,
  rows: Uint32Array,
  { order, from, to, now, after }: PageOptions,
): number[] {
  const { key, createdAt, occurredAt, exactImportance } = columns;
  if (after !== undefined) {
    rows = rows.filter((row) => {
      const difference = createdAt[row]! - after.createdAt;
      return difference < 0 || (difference === 0 && key[row]! < after.key);
    });
  }
  if (order === 'arrival') {
    const keys = Float64Array.from(rows, (row) => key[row]!);
    return Array.from(keys.sort().subarray(from, to));
  }
  const worth =
    order === 'newest'
      ? (row: number) => createdAt[row]!
      : (row: number) => usefulness(exactImportance[row]!, occurredAt[row]!, now);
  const keyAt = (at: number): number => key[rows[at]!]!;
  return selectTop(Float64Array.from(rows, worth), to, (a, b) => keyAt(b) - keyAt(a), from).map(keyAt);
}
