import { followStore } from '../domain/indexing/index-entry.js';
import { dot } from '../domain/meaning/dot.js';
import { recencyOf } from '../domain/retrieval/ranking/plain-score.js';
import { usefulness } from '../domain/retrieval/ranking/usefulness.js';
import type { IndexEntry } from '../domain/retrieval/signals.js';
import { analyseText } from '../domain/retrieval/text/analyse-text.js';
import type { MemorySearch, PageOptions } from '../ports/memory-search.js';
import type { CommittedChange } from '../ports/memory-store.js';
import { IndexModel } from './index-model.js';

/** MemorySearch as plainly as it can be written: every answer looks at every memory. Its order of answers is simple, too. */
export function createPlainSearch(): MemorySearch & { follow(change: CommittedChange): void } {
  const held = new IndexModel();
  const matching: IndexModel['matching'] = (filter, now) => held.matching(filter, now);
  return {
    follow: (change) => followStore(held, change),

    page(filter, options) {
      const found = matching(filter, options.now);
      const { after } = options;
      const rest = inOrder(found, options).filter(
        ({ key, createdAt }) =>
          after === undefined ||
          createdAt < after.createdAt ||
          (createdAt === after.createdAt && key < after.key),
      );
      return { keys: rest.map(({ key }) => key).slice(options.from, options.to), total: found.length };
    },

    count(filter, now) {
      const found = matching(filter, now);
      return {
        total: found.length,
        byType: tally(found.map(({ type }) => type)),
        byProject: tally(found.flatMap(({ projectId }) => projectId ?? [])),
      };
    },

    rank({ text, vector }, filter, { limit, from = 0, now }) {
      const asked = [...new Set(analyseText(text))];
      const ranked = matching(filter, now).map((entry) => {
        const words = new Set([...entry.bodyTerms, ...entry.headerTerms]);
        const parts = {
          semantic: vector === null ? 0 : Math.max(0, nearestPair([vector], entry).similarity),
          keyword: asked.filter((term) => words.has(term)).length / Math.max(1, asked.length),
          recency: recencyOf(timeOf(entry), now),
          importance: entry.importance,
        };
        const total = parts.semantic + parts.keyword + 0.1 * (parts.recency + parts.importance);
        return { key: entry.key, score: (1 + total) / (2 + total), parts };
      });
      ranked.sort((a, b) => b.score - a.score || b.key - a.key);
      return { ranked: ranked.slice(from, limit), total: ranked.length };
    },

    nearest: (of, filter, { limit, now }) => {
      const own = typeof of === 'number' ? held.entries.get(of) : undefined;
      const vectors = typeof of === 'number' ? (own?.vectors ?? []) : of;
      return matching(filter, now)
        .filter((entry) => entry !== own && vectors.length > 0)
        .map((entry) => ({ key: entry.key, ...nearestPair(vectors, entry) }))
        .sort((a, b) => b.similarity - a.similarity || b.key - a.key)
        .slice(0, limit);
    },

    firstVectors: (keys) => keys.map((key) => held.entries.get(key)?.vectors[0] ?? null),

    async *nearPairs(compared, options) {
      const { minimum, selected, minimumSelected, perPlace, perSelectedPlace, places, nearest } = options;
      const vectors = compared.map((vector) =>
        typeof vector === 'number' ? held.entries.get(vector)?.vectors[0] : vector,
      );
      for (const [a, vector] of vectors.slice(0, places).entries()) {
        yield vectors
          .map((other, b) => ({ a, b, cosine: vector && other ? dot(vector, other) : Number.NaN }))
          .filter(({ b, cosine }) => b > a && cosine >= (b < selected ? minimumSelected : minimum))
          .sort((x, y) => y.cosine - x.cosine || x.b - y.b)
          .slice(0, a < selected ? perSelectedPlace : perPlace);
      }
      if (nearest === undefined) return;
      const nearestOf = (row: number) =>
        vectors
          .map((other, at) => ({ at, cosine: vectors[row] && other ? dot(vectors[row], other) : Number.NaN }))
          .filter(({ at, cosine }) => at !== row && Math.min(at, row) < places && cosine > nearest.above)
          .sort((x, y) => y.cosine - x.cosine || x.at - y.at)
          .slice(0, nearest.perPlace);
      for (const row of vectors.keys()) {
        yield nearestOf(row)
          .filter(({ at }) => at > row || !nearestOf(at).some((other) => other.at === row))
          .map(({ at, cosine }) => ({ a: Math.min(at, row), b: Math.max(at, row), cosine }));
      }
    },

    lastOfConversation: (conversation) => held.conversations.get(conversation)?.at(-1) ?? null,
    holds: () => ({ memories: held.entries.size, changeSeq: held.changeSeq }),
  };
}

function inOrder(entries: readonly IndexEntry[], { order, now }: PageOptions): IndexEntry[] {
  if (order === 'arrival') return entries.toSorted((a, b) => a.key - b.key);
  const worth = (entry: IndexEntry) =>
    order === 'newest' ? entry.createdAt : usefulness(entry.importance, timeOf(entry), now);
  return entries.toSorted((a, b) => worth(b) - worth(a) || b.key - a.key);
}

function timeOf({ occurredAt, createdAt }: IndexEntry): number {
  return occurredAt ?? createdAt;
}

function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function nearestPair(vectors: readonly Float32Array[], entry: IndexEntry) {
  const pairs = vectors.flatMap((asked) =>
    entry.vectors.map((found) => ({ asked, found, similarity: dot(asked, found) })),
  );
  return pairs.reduce((best, pair) => (pair.similarity > best.similarity ? pair : best));
}
