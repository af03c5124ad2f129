// Fits the weights of ranking/weights.ts on the chats of every development set, each set with the same weight in total.
// Prints cross-validated figures (each conversation or person is measured with weights fitted on the others), the
// weights fitted on all, and with --ablate the figures without each signal.
// Usage: node benchmarks/dist/retrieval/fit-weights.js [--omit=signal,...] [--ridge=0.01] [--ablate]
import {
  chooseTurns,
  penaliseFollowers,
  scoreTurns,
  speakersOf,
} from '@anima/memory/dist/search/ranking/conversation-score.js';
import { conversationSignals } from '@anima/memory/dist/search/ranking/conversation-signals.js';
import { datePhrases } from '@anima/memory/dist/search/ranking/date-phrases.js';
import { parseQuestion } from '@anima/memory/dist/search/ranking/parse-question.js';
import { baseSignals } from '@anima/memory/dist/search/ranking/plain-score.js';
import { selectTop } from '@anima/memory/dist/search/ranking/select-top.js';
import { CONVERSATION_WEIGHTS, SIGNALS } from '@anima/memory/dist/search/ranking/weights.js';
import { type EvalSet, loadEvalSets } from './data-sets.js';
import { fitSoftmax, type RankingProblem, scoresOf } from './fit-softmax.js';
import { indexOffline } from './offline-index.js';
import { embedTexts } from './vector-cache.js';

/** Candidates of a query: the best by the current weights. Evidence beyond them is lost in any case. */
const CANDIDATES = 60;
const NOW = Date.UTC(2026, 0, 2);

const flag = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const omitted = new Set((flag('omit') ?? '').split(','));
const ridge = Number(flag('ridge') ?? 0.002);

interface Problem extends RankingProblem {
  collection: string;
  /** Conversation of each candidate. */
  conversations: number[];
}

const problems: Problem[] = [];
for (const set of loadEvalSets()) {
  if (set.memories.some(({ conversation }) => conversation !== undefined))
    problems.push(...(await problemsOf(set)));
}
const counts = new Map<string, number>();
for (const { collection } of problems) counts.set(collection, (counts.get(collection) ?? 0) + 1);
for (const problem of problems) problem.weight = 1 / counts.get(problem.collection)!;

const current = Float64Array.from(SIGNALS, (signal) => CONVERSATION_WEIGHTS[signal]);
report('current weights', problems, () => current);
report('cross-validated', problems, crossValidated(omitted));
if (process.argv.includes('--ablate')) {
  for (const signal of SIGNALS) {
    if (!omitted.has(signal))
      report(`without ${signal}`, problems, crossValidated(new Set([...omitted, signal])));
  }
}
const fitted = fit(problems, omitted);
report('fitted on all', problems, () => fitted);
for (const [column, signal] of SIGNALS.entries())
  if (!omitted.has(signal)) console.log(`  ${signal}: ${fitted[column]!.toFixed(2)},`);

async function problemsOf({ collection, name, memories, queries }: EvalSet): Promise<Problem[]> {
  const index = await indexOffline(memories);
  const vectors = await embedTexts(queries.map(({ text }) => text));
  const allRows = index.match({}, Number.MAX_SAFE_INTEGER);
  return queries.map(({ text, evidence, now = NOW, before = memories.length }, at) => {
    const rows = before === memories.length ? allRows : allRows.slice(0, before);
    const vector = vectors[at]!;
    const dates = datePhrases(text, { now, timeZone: 'UTC' });
    const base = baseSignals(parseQuestion(text, [], dates), vector, index, rows);
    const positions = chooseTurns(index, rows, base);
    const turns = positions.map((position) => rows[position]!);
    const pick = (values: Float32Array) => Float32Array.from(positions, (position) => values[position]!);
    const question = parseQuestion(text, speakersOf(index, turns), dates);
    const signals = conversationSignals(question, vector, index, turns, {
      keyword: pick(base.keyword),
      semantic: pick(base.semantic),
      words: pick(base.words),
    });
    const top = selectTop(scoreTurns(signals, CONVERSATION_WEIGHTS), CANDIDATES, (a, b) => a - b);
    const features = new Float32Array(top.length * SIGNALS.length);
    for (const [place, turn] of top.entries()) {
      for (const [column, signal] of SIGNALS.entries())
        features[place * SIGNALS.length + column] = signals[signal][turn]!;
    }
    const placeOf = new Map(top.map((turn, place) => [turns[turn]!, place]));
    const found = evidence
      .map((group) => group.flatMap((row) => placeOf.get(row) ?? []))
      .filter(({ length }) => length > 0);
    return {
      collection,
      conversations: top.map((turn) => index.columns.conversation[turns[turn]!]!),
      group: name,
      weight: 1,
      features,
      width: SIGNALS.length,
      found,
      right: evidence.length,
    };
  });
}

function fit(training: readonly Problem[], without: ReadonlySet<string>): Float64Array {
  const columns = SIGNALS.flatMap((signal, column) => (without.has(signal) ? [] : [column]));
  const narrowed = training.map((problem) => {
    const rows = problem.features.length / problem.width;
    const features = new Float32Array(rows * columns.length);
    for (let row = 0; row < rows; row++)
      for (const [to, column] of columns.entries())
        features[row * columns.length + to] = problem.features[row * problem.width + column]!;
    return { ...problem, features, width: columns.length };
  });
  const weights = new Float64Array(SIGNALS.length);
  for (const [at, weight] of fitSoftmax(narrowed, {
    ridge,
    start: columns.map((column) => current[column]!),
  }).entries())
    weights[columns[at]!] = weight;
  return weights;
}

function crossValidated(without: ReadonlySet<string>): (problem: Problem) => Float64Array {
  const byGroup = new Map<string, Float64Array>();
  return ({ group }) => {
    let weights = byGroup.get(group);
    if (weights === undefined) {
      weights = fit(
        problems.filter((other) => other.group !== group),
        without,
      );
      byGroup.set(group, weights);
    }
    return weights;
  };
}

function report(name: string, all: readonly Problem[], weightsOf: (problem: Problem) => Float64Array): void {
  const sums = new Map<string, { recall: number; reciprocalRank: number; count: number }>();
  for (const problem of all) {
    const scores = Float32Array.from(scoresOf(problem, weightsOf(problem)));
    penaliseFollowers(scores, (at) => problem.conversations[at]!);
    const order = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
    const rankOf = new Map(order.map((place, rank) => [place, rank]));
    const ranks = problem.found.map((group) => Math.min(...group.map((place) => rankOf.get(place)!)));
    const sum = sums.get(problem.collection) ?? { recall: 0, reciprocalRank: 0, count: 0 };
    sum.recall += ranks.filter((rank) => rank < 10).length / problem.right;
    sum.reciprocalRank += ranks.length === 0 ? 0 : 1 / (1 + Math.min(...ranks));
    sum.count++;
    sums.set(problem.collection, sum);
  }
  const cells = Array.from(
    sums,
    ([collection, { recall, reciprocalRank, count }]) =>
      `${collection} R@10 ${(recall / count).toFixed(3)} MRR ${(reciprocalRank / count).toFixed(3)}`,
  );
  console.log(`${name}: ${cells.join('; ')}`);
}
