// Fits the search for related memories (services/memory/src/related), and prints its parameters for
// the calibration of the model.
// The metric is learned from statements about the same subject (ANIMA_EVAL_DIR/judge: only sets with licences
// that permit learning weights). The score is learned from the given blind pairs: one note of each is written
// into pools of several sizes, with and without its partner.
// The metric learns nothing from the blind pairs: otherwise the score would trust the metric too much
// (measured).
// Usage: node benchmarks/dist/related/fit-related.js PAIRS.jsonl [PAIRS.jsonl ...] [--held=PAIRS.jsonl]
// --held: a file that is not learned from; prints the share of its pairs that are found.
import { writeFileSync } from 'node:fs';
import {
  measureRelated,
  NEIGHBOUR_COUNT,
  relatedMeasures,
} from '@anima/memory/dist/related/score-related.js';
import { type BlindPair, readBlindSet } from '../judging/blind-sets.js';
import { openCachedEmbeddings } from '../judging/cached-embeddings.js';
import { readStatementSets } from '../judging/statement-sets.js';
import { createRandom } from '../service/seed-memories.js';
import { fitLogistic } from './fit-logistic.js';
import { learnMap, type SubjectPair } from './learn-metric.js';
import { symmetricEigen } from './symmetric-eigen.js';

/**
 * Licences: CC0, MIT, MIT, and text of the OANC. A neutral pair of the templates is about different subjects.
 */
const LEARNED_FROM = ['decision-templates', 'negation-nli', 'conjnli', 'mnli'];
const MAX_OF_A_SET = 1_500;
const EPOCHS = 8;
const MAPS = 3;
const DIRECTIONS = 48;
const POOLS = [16, 60, 180, 400];
/** Target number of needless memories per write of a note without a partner, in the largest pool. */
const NEEDLESS = 0.8;

interface WrittenPair extends SubjectPair {
  readonly label: BlindPair['label'];
}

const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const held = process.argv.find((argument) => argument.startsWith('--held='))?.slice('--held='.length);
const embedder = await openCachedEmbeddings();
const vectorOf = async (text: string) => (await embedder.embed([text]))[0]![0]!;
const embedPair = async <T extends { a: string; b: string }>(pair: T) => ({
  ...pair,
  a: await vectorOf(pair.a),
  b: await vectorOf(pair.b),
});

const statements: SubjectPair[] = [];
for (const { name, pairs } of readStatementSets().filter((set) => LEARNED_FROM.includes(set.name))) {
  const unlike = name === 'decision-templates' ? 'neutral' : null;
  const distinct = new Map(pairs.filter(({ label }) => label !== unlike).map((pair) => [pair.a, pair]));
  for (const pair of [...distinct.values()].slice(0, MAX_OF_A_SET)) statements.push(await embedPair(pair));
}
const sets = await Promise.all(files.map(readPairs));
const heldPairs = held === undefined ? [] : await readPairs(held);
await embedder.close();
console.log(`${statements.length} pairs of statements`);

const random = createRandom(7);
const metric = squareMetric(Array.from({ length: MAPS }, () => learnMap(statements, EPOCHS, random)));
const largest = directionsOf(metric);
const usualCrowd = meanCrowd(sets[0]!);
const examples = sets.flatMap((pairs) => writeInto(pairs, POOLS));
const { intercept, weights } = fitLogistic(
  examples.flatMap(({ measured, partner, label }) =>
    measured.flatMap((features, at) =>
      at === partner && label === 'lookalike' ? [] : [{ features, same: at === partner }],
    ),
  ),
);
const score = (features: readonly number[]) =>
  features.reduce((sum, value, i) => sum + value * weights[i]!, intercept);
const least = leastScore();

print();
for (const [i, file] of files.entries()) report(file, sets[i]!);
if (held !== undefined) report(`held: ${held}`, heldPairs);

async function readPairs(file: string): Promise<WrittenPair[]> {
  const set = readBlindSet(file);
  if (set.kind !== 'pairs') throw new Error(`Expected pairs in ${file}, received prompts`);
  return Promise.all(set.pairs.map(embedPair));
}

/** Returns the mean of W Wᵀ minus the identity. */
function squareMetric(maps: readonly (readonly Float64Array[])[]): Float64Array[] {
  const size = maps[0]!.length;
  return Array.from({ length: size }, (_, i) =>
    Float64Array.from({ length: size }, (_, j) => {
      const products = maps.map((map) => map[i]!.reduce((sum, value, k) => sum + value * map[j]![k]!, 0));
      return products.reduce((sum, value) => sum + value, 0) / maps.length - (i === j ? 1 : 0);
    }),
  );
}

/** Returns the directions with the largest weights, as bytes with a common scale. */
function directionsOf(matrix: readonly Float64Array[]) {
  const all = symmetricEigen(matrix).sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const chosen = all.slice(0, DIRECTIONS);
  const numbers = chosen.flatMap(({ vector }) => [...vector]);
  const scale = numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
  const bytes = Int8Array.from(numbers, (value) => Math.round(value / scale));
  return {
    bytes,
    scale,
    directions: Float32Array.from(bytes, (byte) => byte * scale),
    weights: chosen.map(({ value }) => Number(value.toFixed(2))),
  };
}

interface Written {
  label: BlindPair['label'];
  size: number;
  measured: number[][];
  /** Position of the partner among the measured memories. -1 if it is missing. */
  partner: number;
}

/** Writes one text of each pair into pools of texts of other pairs, with and without the other text. */
function writeInto(pairs: readonly WrittenPair[], sizes: readonly number[]): Written[] {
  const written: Written[] = [];
  for (const size of sizes) {
    for (const [number, pair] of pairs.entries()) {
      const others = pairs.filter((_, other) => other !== number).flatMap(({ a, b }) => [a, b]);
      const pool = chosenFrom(others, size);
      const [asked, partner] = random() < 0.5 ? [pair.a, pair.b] : [pair.b, pair.a];
      for (const there of [[...pool, partner], pool]) {
        const near = nearestTo(asked, there);
        const measures = measureRelated(near, { ...largest, usualCrowd });
        written.push({
          label: pair.label,
          size,
          measured: measures.map((each) => relatedMeasures.map((name) => each[name])),
          partner: near.findIndex(({ found }) => found === partner),
        });
      }
    }
  }
  return written;
}

function nearestTo(asked: Float32Array, pool: readonly Float32Array[]) {
  const near = pool.map((found) => ({
    asked,
    found,
    similarity: found.reduce((sum, value, i) => sum + value * asked[i]!, 0),
  }));
  return near.sort((one, other) => other.similarity - one.similarity).slice(0, NEIGHBOUR_COUNT);
}

function chosenFrom<T>(items: readonly T[], count: number): T[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    const [item] = rest.splice(Math.floor(random() * rest.length), 1);
    return item!;
  });
}

/**
 * Returns the replacement for the density of neighbours in pools that are too small: the mean nearness of the
 * fourth to thirteenth neighbours in a pool of all texts.
 */
function meanCrowd(pairs: readonly WrittenPair[]): number {
  const pool = pairs.flatMap(({ a, b }) => [a, b]);
  const crowds = pairs.map(({ b }) => {
    const near = nearestTo(
      b,
      pool.filter((other) => other !== b),
    );
    const measures = measureRelated(near, { ...largest, usualCrowd: 0 });
    return measures[0]!.nearness - measures[0]!.aboveCrowd;
  });
  return Number((crowds.reduce((sum, value) => sum + value, 0) / crowds.length).toFixed(3));
}

function topThree(measured: readonly number[][], from: number): number[] {
  // Equals scoreRelated: the fewer memories there are, the more probable is each.
  const few = Math.log(NEIGHBOUR_COUNT / Math.min(NEIGHBOUR_COUNT, measured.length));
  const scores = measured.map((features) => few + score(features));
  const order = scores.map((_, at) => at).sort((one, other) => scores[other]! - scores[one]!);
  return order.slice(0, 3).filter((at) => scores[at]! >= from);
}

function leastScore(): number {
  const unpaired = examples.filter(({ size, partner }) => size === POOLS.at(-1) && partner === -1);
  const best = unpaired.flatMap(({ measured }) =>
    topThree(measured, Number.NEGATIVE_INFINITY).map((at) => score(measured[at]!)),
  );
  best.sort((one, other) => other - one);
  return Number(best[Math.floor(NEEDLESS * unpaired.length)]!.toFixed(2));
}

function report(name: string, pairs: readonly WrittenPair[]): void {
  console.log(
    `\n${name} | of conflicts | of duplicates | of look-alikes | needless with a partner | without`,
  );
  for (const size of POOLS) {
    const written = writeInto(pairs, [size]);
    const ranked = written.map((each) => ({ ...each, top: topThree(each.measured, least) }));
    const there = ranked.filter((_, at) => at % 2 === 0);
    const unpaired = ranked.filter((_, at) => at % 2 === 1);
    const found = (label: BlindPair['label']) => {
      const those = there.filter((each) => each.label === label);
      return (those.filter(({ top, partner }) => top.includes(partner)).length / those.length).toFixed(2);
    };
    const needless = (those: typeof ranked) =>
      (
        those.reduce((sum, { top, partner }) => sum + top.filter((at) => at !== partner).length, 0) /
        those.length
      ).toFixed(2);
    console.log(
      `${size} | ${found('conflict')} | ${found('duplicate')} | ${found('lookalike')} | ${needless(there)} | ${needless(unpaired)}`,
    );
  }
}

function print(): void {
  const round = (value: number) => Number(value.toFixed(4));
  console.log({
    usualCrowd,
    intercept: round(intercept),
    ...Object.fromEntries(relatedMeasures.map((name, i) => [name, round(weights[i]!)])),
    score: least,
  });
  const file = 'subject-directions.json';
  const { bytes, scale, weights: counts } = largest;
  writeFileSync(
    file,
    JSON.stringify({ scale, weights: counts, bytes: Buffer.from(bytes).toString('base64') }),
  );
  console.log(`The directions stand in ${file}`);
}
