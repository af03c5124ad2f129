// Measures how often an outdated statement ranks above the current one, and whether the order of pairs changes that are
// both true. Ranks and orders in this process, with the vectors of bge-small.
// Usage: node benchmarks/dist/truth/truth.bench.js [SET ...]   with SET one of first, development, held-out,
// independent; default: all
// SHOW=1: print the cases. Do not read those of held-out and independent.
import { datePhrases } from '@anima/memory/dist/search/ranking/date-phrases.js';
import { rankMemories } from '@anima/memory/dist/search/ranking/rank.js';
import { indexOffline } from '../retrieval/offline-index.js';
import { embedTexts } from '../retrieval/vector-cache.js';
import { FACT_SETS, type FactQuery, type FactSetName, factStores, readFactSet } from './fact-sets.js';
import { createOfflineOrder } from './order-offline.js';

const NOW = Date.UTC(2026, 0, 2);
const LIMIT = 100;
const wanted = process.argv.slice(2) as FactSetName[];

for (const name of wanted.length === 0 ? FACT_SETS : wanted) {
  const counts = new Map<string, [number, number]>();
  const count = (label: string, isTrue: boolean) => {
    const [some, all] = counts.get(label) ?? [0, 0];
    counts.set(label, [some + Number(isTrue), all + 1]);
  };
  for (const { days, memories, queries } of factStores(readFactSet(name), NOW)) {
    const index = await indexOffline(memories);
    const rows = index.match({}, NOW);
    const order = createOfflineOrder(index, memories);
    const vectors = await embedTexts(queries.map(({ text }) => text));
    for (const [at, query] of queries.entries()) {
      const { text, kind, labels } = query;
      const dates = datePhrases(text, { now: NOW, timeZone: 'UTC' });
      const ranked = rankMemories({ text, vector: vectors[at]!, dates }, index, rows, {
        limit: LIMIT,
        now: NOW,
      });
      const before = ranked.map(({ row }) => row);
      const after = await order(text, dates, ranked);
      const isOlderFirst = (list: readonly number[]) =>
        placeOf(list, query, 'older') < placeOf(list, query, 'newer');
      if (kind === 'changed') {
        for (const label of ['stale', `stale, ${days} days`, ...labels.map((each) => `stale, ${each}`)])
          count(label, isOlderFirst(after));
        count('stale without order', isOlderFirst(before));
      } else count(`reordered, ${kind}`, isOlderFirst(before) && !isOlderFirst(after));
      const others = after
        .slice(0, 5)
        .filter((row) => row !== query.newer && after.indexOf(row) < before.indexOf(row));
      count('queries with another memory moved up into the best five', others.length > 0);
      const isWrong = kind === 'changed' ? isOlderFirst(after) : isOlderFirst(before) !== isOlderFirst(after);
      if (process.env.SHOW && (isWrong || others.length > 0)) {
        const show = (row: number) =>
          `${before.indexOf(row)} ${ranked[before.indexOf(row)]?.parts.semantic.toFixed(2)} ${memories[row]!.content}`;
        console.log(`${isWrong ? 'WRONG' : 'other'} ${days} ${kind} ${labels.join(' ')}: ${text}`);
        for (const row of isWrong ? [query.older, query.newer] : others) console.log(`    ${show(row)}`);
      }
    }
  }
  for (const [label, [some, all]] of counts)
    console.log(`${name}: ${label}: ${some} of ${all} (${((100 * some) / all).toFixed(1)} %)`);
}

function placeOf(list: readonly number[], query: FactQuery, side: 'older' | 'newer'): number {
  const place = list.indexOf(query[side]);
  return place === -1 ? LIMIT : place;
}
