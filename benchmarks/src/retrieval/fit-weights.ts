// Fits the weights of ranking/weights.ts to the features that offline.js dumped. Prints the cross-validated
// figures (each conversation is measured with weights fitted on the others), then the weights fitted on all.
// Usage: node benchmarks/dist/retrieval/fit-weights.js features.bin [signals to omit, comma-separated]
import { readFileSync } from 'node:fs';
import type { FeatureHead } from './dump-features.js';
import { fitSoftmax, type RankingProblem, scoresOf } from './fit-softmax.js';
import { type Outcome, outcomeOf, TABLE_HEAD, tableRow } from './metrics.js';

const [file = 'features.bin', omitted = '', ridge = '1'] = process.argv.slice(2);
const { head, problems } = readProblems(file, new Set(omitted.split(',')));
const options = { ridge: Number(ridge) };

console.log(TABLE_HEAD);
const all: Outcome[] = [];
const conversations = [...new Set(head.questions.map(({ conversation }) => conversation))];
for (const held of conversations) {
  const training = problems.filter(({ conversation }) => conversation !== held);
  const weights = fitSoftmax(training, options);
  const outcomes = problems
    .filter(({ conversation }) => conversation === held)
    .map((problem) => measure(problem, weights));
  console.log(tableRow(`locomo-${held + 1}, held out`, outcomes));
  all.push(...outcomes);
}
console.log(tableRow('**cross-validated**', all));

const weights = fitSoftmax(problems, options);
console.log(
  tableRow(
    'fitted on all',
    problems.map((problem) => measure(problem, weights)),
  ),
);
const signals = head.signals.filter((signal) => !omitted.split(',').includes(signal));
for (const [column, signal] of signals.entries()) console.log(`  ${signal}: ${weights[column]!.toFixed(3)},`);

function measure(problem: RankingProblem, weights: Float64Array): Outcome {
  const scores = scoresOf(problem, weights);
  const order = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  return outcomeOf(
    problem.found.map((place) => order.indexOf(place)),
    problem.right,
  );
}

function readProblems(path: string, without: ReadonlySet<string>) {
  const bytes = readFileSync(path);
  const lineEnd = bytes.indexOf(10);
  const head = JSON.parse(bytes.toString('utf8', 0, lineEnd)) as FeatureHead;
  const body = bytes.subarray(lineEnd + 1);
  const values = new Float32Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength));
  const kept = head.signals.flatMap((signal, column) => (without.has(signal) ? [] : [column]));
  const problems = head.questions.map((question, at): RankingProblem => {
    const features = new Float32Array(head.candidates * kept.length);
    const start = at * head.candidates * head.signals.length;
    for (let candidate = 0; candidate < head.candidates; candidate++) {
      for (const [to, column] of kept.entries()) {
        features[candidate * kept.length + to] = values[start + candidate * head.signals.length + column]!;
      }
    }
    return { ...question, features, width: kept.length };
  });
  return { head, problems };
}
