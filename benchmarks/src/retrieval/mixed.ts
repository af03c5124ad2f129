// Ranks every development set in this process and prints one table: BM25, cosine, z-fusion and the product's ranking
// without and with the order of updated statements.
// Usage: node benchmarks/dist/retrieval/mixed.js [collection ...]
// ANIMA_BENCH_MODEL: an embedding model of the registry instead of the default one
import { calibrations } from '@anima/memory/dist/embedding/calibration/find-calibration.js';
import { knowsLanguage } from '@anima/memory/dist/embedding/known-language.js';
import { datePhrases } from '@anima/memory/dist/search/ranking/date-phrases.js';
import { rankMemories } from '@anima/memory/dist/search/ranking/rank.js';
import { analyseText } from '@anima/memory/dist/search/text/analyse-text.js';
import { createOfflineOrder } from '../truth/order-offline.js';
import { type EvalQuery, type EvalSet, loadEvalSets } from './data-sets.js';
import { indexOffline } from './offline-index.js';
import { embedTexts, MODEL } from './vector-cache.js';

const LIMIT = 100;
const BUDGETS = [1_000, 2_000, 4_000];
const NOW = Date.UTC(2026, 0, 2);

interface Result {
  recall5: number;
  recall10: number;
  reciprocalRank: number;
  /** Share of the evidence within each budget of tokens. */
  within: number[];
}

const wanted = process.argv.slice(2);
const sets = loadEvalSets().filter(({ collection }) => wanted.length === 0 || wanted.includes(collection));
const calibration = calibrations.find(({ model }) => model === MODEL) ?? null;
const results = new Map<string, Map<string, Result[]>>();
for (const set of sets) await measure(set);
console.log(
  '| set | queries | ranking | R@5 | R@10 | MRR | 1k tokens | 2k | 4k |\n|---|---|---|---|---|---|---|---|---|',
);
for (const [collection, byRanking] of results) {
  for (const [ranking, all] of byRanking) {
    const mean = (value: (result: Result) => number) =>
      (all.reduce((sum, result) => sum + value(result), 0) / all.length).toFixed(3);
    const cells = [
      mean(({ recall5 }) => recall5),
      mean(({ recall10 }) => recall10),
      mean(({ reciprocalRank }) => reciprocalRank),
      ...BUDGETS.map((_, at) => mean(({ within }) => within[at]!)),
    ];
    console.log(`| ${[collection, all.length, ranking, ...cells].join(' | ')} |`);
  }
}

async function measure({ collection, memories, queries }: EvalSet): Promise<void> {
  const index = await indexOffline(memories);
  const order = createOfflineOrder(index, memories);
  const vectors = await embedTexts(queries.map(({ text }) => text));
  const allRows = index.match({}, NOW);
  const tokens = memories.map(({ content }) => content.length / 4);
  const byRanking = results.get(collection) ?? new Map<string, Result[]>();
  results.set(collection, byRanking);
  for (const [at, query] of queries.entries()) {
    const { text, now = NOW, before = memories.length } = query;
    const rows = before === memories.length ? allRows : allRows.slice(0, before);
    const vector = vectors[at]!;
    const bm25 = index.keyword(analyseText(text), rows, { k1: 0.9, b: 0.4, field: 'all' });
    const cosine = index.semantic(vector, rows);
    const nearness = zScores(cosine);
    const fused = zScores(bm25).map((value, row) => value + nearness[row]!);
    const dates = datePhrases(text, { now, timeZone: 'UTC' });
    const ranked = rankMemories(
      { text, vector, isUnderstood: knowsLanguage(calibration, text), dates },
      index,
      rows,
      {
        limit: LIMIT,
        now,
      },
    );
    const rankings = {
      BM25: bestRows(bm25),
      cosine: bestRows(cosine),
      'z-fusion': bestRows(fused),
      'Anima, ranking only': ranked.map(({ row }) => row),
      Anima: await order(text, dates, ranked),
    };
    for (const [name, list] of Object.entries(rankings))
      byRanking.set(name, [...(byRanking.get(name) ?? []), resultOf(list, query, tokens)]);
  }
}

function zScores(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation =
    Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
  return values.map((value) => (value - mean) / deviation);
}

function bestRows(scores: Float32Array): number[] {
  return Array.from(scores.keys())
    .sort((a, b) => scores[b]! - scores[a]!)
    .slice(0, LIMIT);
}

function resultOf(list: readonly number[], { evidence }: EvalQuery, tokens: readonly number[]): Result {
  const rankOf = new Map(list.map((row, rank) => [row, rank]));
  const ranks = evidence.map((group) =>
    Math.min(...group.map((row) => rankOf.get(row) ?? Number.POSITIVE_INFINITY)),
  );
  const share = (depth: number) => ranks.filter((rank) => rank < depth).length / ranks.length;
  const within = BUDGETS.map((budget) => {
    let used = 0;
    const fits = list.findIndex((row) => {
      used += tokens[row]!;
      return used > budget;
    });
    return share(fits === -1 ? list.length : fits);
  });
  return { recall5: share(5), recall10: share(10), reciprocalRank: 1 / (1 + Math.min(...ranks)), within };
}
