// Fits the weights that decide whether a newer hit ranks before an older one, and prints them for
// services/memory/src/recall/update-weights.ts. Learns from the sets `first` and `development`, and prints for thresholds the
// share of pairs that would be reordered, in five folds by query.
// Usage: node benchmarks/dist/truth/fit-updates.js [FROM ...]   FROM: measures that are left out
// SHOW=THRESHOLD: print the pairs on the wrong side of the threshold
import { bgeSmall } from '@anima/memory/dist/embedding/calibration/bge-small-en-v1.5-int8.js';
import { prepareText } from '@anima/memory/dist/recall/compare-statements.js';
import { measureUpdate, updateMeasures } from '@anima/memory/dist/recall/measure-update.js';
import { datePhrases } from '@anima/memory/dist/search/ranking/date-phrases.js';
import { rankMemories } from '@anima/memory/dist/search/ranking/rank.js';
import { createRamSearch } from '@anima/memory/dist/storage/ram/memory-search.js';
import { type Example, fitLogistic } from '../retrieval/fit-logistic.js';
import { indexOffline } from '../retrieval/offline-index.js';
import { embedTexts } from '../retrieval/vector-cache.js';
import { factStores, readFactSet } from './fact-sets.js';

const NOW = Date.UTC(2026, 0, 2);
const SETS = ['first', 'development', 'pairs'] as const;
const FOLDS = 5;
const RIDGE = 0.5;
/** Weights in the loss. Compatible facts cannot be told from changed ones by their texts alone. */
const WEIGHTS = { changed: 0.5, different: 0.5, compatible: 0.3, unrelated: 0.1 };
/** The blind pairs are much harder than the others. */
const SET_WEIGHTS = { first: 1, development: 1, pairs: 0.2 };

interface Pair extends Example {
  kind: keyof typeof WEIGHTS;
  set: string;
  fold: number;
  describe: string;
  score?: number;
}

const omitted = new Set(process.argv.slice(2));
const measures = updateMeasures.filter((name) => !omitted.has(name));
const pairs = await readPairs();
for (let fold = 0; fold < FOLDS; fold++) {
  const weights = fitLogistic(
    pairs.filter((pair) => pair.fold !== fold),
    RIDGE,
  );
  for (const pair of pairs) if (pair.fold === fold) pair.score = scoreOf(pair, weights);
}
const kinds = Object.keys(WEIGHTS) as Pair['kind'][];
for (let threshold = -3; threshold <= 1; threshold += 0.5) {
  const shares = SETS.flatMap((set) => kinds.map((kind) => ({ set, kind }))).flatMap(({ set, kind }) => {
    const own = pairs.filter((pair) => pair.kind === kind && pair.set === set);
    if (own.length === 0) return [];
    const some = own.filter(({ score }) => score! >= threshold).length;
    return `${set} ${kind} ${((100 * some) / own.length).toFixed(1)} %`;
  });
  console.log(`from ${threshold}: ${shares.join(', ')}`);
}
const weights = fitLogistic(pairs, RIDGE);
console.log(`UPDATE_INTERCEPT = ${weights[0]!.toFixed(2)}`);
for (const [at, name] of measures.entries()) console.log(`  ${name}: ${weights[at + 1]!.toFixed(2)},`);
if (process.env.SHOW) {
  const threshold = Number(process.env.SHOW);
  const wrong = pairs.filter(({ score, label }) => score! >= threshold !== label);
  const shown = wrong
    .sort((a, b) => b.score! - a.score!)
    .map(({ kind, score, describe }) => `${kind} ${score!.toFixed(2)} ${describe}`);
  console.log([...new Set(shown)].join('\n'));
}

async function readPairs(): Promise<Pair[]> {
  const found: Pair[] = [];
  const stores = SETS.flatMap((set) => factStores(readFactSet(set), NOW).map((store) => ({ set, ...store })));
  for (const { set, memories, queries } of stores) {
    const index = await indexOffline(memories);
    const search = createRamSearch(index);
    const rows = index.match({}, NOW);
    const vectors = await embedTexts(queries.map(({ text }) => text));
    const truePairs = new Set(queries.map(({ older, newer }) => `${older} ${newer}`));
    for (const [at, { text, kind, older, newer }] of queries.entries()) {
      const dates = datePhrases(text, { now: NOW, timeZone: 'UTC' });
      const ranked = rankMemories({ text, vector: vectors[at]!, dates }, index, rows, {
        limit: 12,
        now: NOW,
      });
      const best = Math.max(...ranked.map(({ parts }) => parts.semantic));
      for (const [place, one] of ranked.entries())
        for (const other of ranked.slice(place + 1)) {
          const isOwn = one.row === older && other.row === newer;
          if (!isOwn && (place > 2 || truePairs.has(`${one.row} ${other.row}`))) continue;
          if (other.row < one.row || one.parts.semantic - other.parts.semantic > 0.25) continue;
          const [cosine] = (await search.cosines([[one.row + 1, other.row + 1]])) as [number];
          if (cosine < (isOwn ? 0.55 : 0.62)) continue;
          const [a, b] = [memories[one.row]!.content, memories[other.row]!.content];
          const measured = measureUpdate(
            {
              ...{ query: prepareText(text), older: prepareText(a), newer: prepareText(b), cosine },
              ...{ olderGap: best - one.parts.semantic, newerGap: best - other.parts.semantic },
            },
            bgeSmall.statements,
          );
          const pairKind = isOwn ? kind : 'unrelated';
          if (measured === null) {
            if (pairKind === 'changed') console.log(`not comparable: ${a} | ${b}`);
            continue;
          }
          const values = measures.map((name) => measured[name]);
          const shown = measures.flatMap((name) =>
            measured[name] === 0 ? [] : `${name} ${measured[name].toFixed(1)}`,
          );
          found.push({
            ...{
              features: [1, ...values],
              label: pairKind === 'changed',
              weight: WEIGHTS[pairKind] * SET_WEIGHTS[set],
            },
            ...{ set, kind: pairKind, fold: hash(text) % FOLDS },
            describe: `${text} | ${a} | ${b} | ${shown.join(', ')}`,
          });
        }
    }
  }
  return found;
}

function scoreOf({ features }: Example, weights: Float64Array): number {
  return weights.reduce((sum, weight, at) => sum + weight * features[at]!, 0);
}

function hash(text: string): number {
  let value = 7;
  for (const character of text) value = (value * 31 + character.codePointAt(0)!) % 9_973;
  return value;
}
