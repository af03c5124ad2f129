// Measures how well the semantic cache distinguishes equal from different questions, by strictness, and the
// cost of a comparison.
// The data are traps and paraphrases of this repository, the question groups, prompts of other authors, and
// the questions of data/judge and QQP-dev (if ANIMA_EVAL_DIR has them). Prints Markdown.
// Usage: npm run bench -- cache [prompts.jsonl ...] [--false-hits], which also prints the pairs with a false
// hit.
import { compareQuestions } from '@anima/memory/dist/cache/same-question.js';
import { type Strictness, strictnesses } from '@anima/memory/dist/cache/strictness.js';
import { findCalibration } from '@anima/memory/dist/embedding/calibration/find-calibration.js';
import { dot } from '@anima/memory/dist/embedding/vector-math.js';
import { openCachedEmbeddings } from '../judging/cached-embeddings.js';
import { describeMachine, percentile } from '../machine.js';
import { recallAt } from './precision-recall.js';
import {
  groupPairs,
  ownPromptFiles,
  type QuestionPair,
  readJudgeQuestions,
  readParaphrases,
  readPrompts,
  readQuestionGroups,
  readQuoraPairs,
  readTraps,
} from './question-pairs.js';

const JUDGE_SETS = ['spider-syn', 'checklist', 'nl2bash', 'paws', 'disfl'];
/** Number of pairs whose comparisons are timed, one by one. */
const TIMED_PAIRS = 2000;
const TIMED_ROUNDS = 5;

const named = process.argv.slice(2).filter((argument) => argument.endsWith('.jsonl'));
const files = named.length > 0 ? named : ownPromptFiles();
const embedder = await openCachedEmbeddings();
const { questions } = findCalibration(embedder.model)!;
const sets: [string, readonly QuestionPair[] | undefined][] = [
  ...files.map((file): [string, QuestionPair[]] => [file, readPrompts(file)]),
  ['traps', readTraps()],
  ['paraphrases', readParaphrases()],
  ['question groups', readQuestionGroups().flatMap(groupPairs)],
  ...JUDGE_SETS.map((name): [string, QuestionPair[] | undefined] => [name, readJudgeQuestions(name)]),
  ['QQP-dev', readQuoraPairs()],
];

console.log(`${describeMachine()}\n`);
console.log(
  `| set | same | other | ${strictnesses.map((name) => `${name}: same found | wrongly answered`).join(' | ')} |`,
);
console.log(`|---|---|---|${'---|---|'.repeat(strictnesses.length)}`);
const timed: QuestionPair[] = [];
for (const [name, pairs] of sets) {
  if (pairs === undefined) console.log(`| ${name} | not measured: absent |`);
  else await measure(name, pairs);
}
printSpeed(timed);
await embedder.close();

async function measure(name: string, pairs: readonly QuestionPair[]): Promise<void> {
  const vectors = new Map<string, Float32Array>();
  for (const text of new Set(pairs.flatMap(({ a, b }) => [a, b])))
    vectors.set(text, (await embedder.embed([text], { inputType: 'query' }))[0]![0]!);
  const cosines = pairs.map(({ a, b }) => dot(vectors.get(a)!, vectors.get(b)!));
  const hits = strictnesses.map((strictness) =>
    pairs.map((pair, at) => isHit(pair, cosines[at]!, strictness)),
  );
  const labels = pairs.map(({ same }) => same);
  const positives = labels.filter(Boolean).length;
  const counts = hits.map((hit) => {
    const right = labels.filter((label, at) => label && hit[at]).length;
    return { right, wrong: hit.filter(Boolean).length - right };
  });
  const columns = counts.flatMap(({ right, wrong }) => [right, wrong]);
  console.log(`| ${name} | ${positives} | ${pairs.length - positives} | ${columns.join(' | ')} |`);
  if (name === 'QQP-dev') {
    timed.push(...pairs.slice(0, TIMED_PAIRS));
    const { right, wrong } = counts[strictnesses.indexOf('normal')]!;
    const precision = right / (right + wrong);
    const cosineRecall = recallAt(cosines, labels, precision).recall;
    console.log(
      `\nQQP-dev, normal: precision ${precision.toFixed(3)}, recall ${(right / positives).toFixed(3)} (cosine alone at this precision: ${cosineRecall.toFixed(3)})`,
    );
  }
  if (!process.argv.includes('--false-hits')) return;
  for (const [at, { a, b, same }] of pairs.entries())
    if (!same && hits[strictnesses.indexOf('normal')]![at])
      console.log(`- ${cosines[at]!.toFixed(2)} ${a} | ${b}`);
}

function isHit({ a, b }: QuestionPair, cosine: number, strictness: Strictness): boolean {
  const { isSameWording, differences, neededCosine } = compareQuestions(a, b, {
    threshold: questions[strictness],
    spread: questions.spread,
  });
  return isSameWording || (differences.length === 0 && cosine >= neededCosine);
}

/** Prints the minimum time of each comparison over several rounds: its cost if nothing else uses the CPU. */
function printSpeed(pairs: readonly QuestionPair[]): void {
  const micros = pairs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < TIMED_ROUNDS; round++) {
    for (const [at, { a, b }] of pairs.entries()) {
      const started = performance.now();
      compareQuestions(a, b, { threshold: questions.normal, spread: questions.spread });
      micros[at] = Math.min(micros[at]!, (performance.now() - started) * 1000);
    }
  }
  if (pairs.length === 0) return;
  console.log(
    `\nOne comparison: p50 ${percentile(micros, 0.5).toFixed(0)} µs, p95 ${percentile(micros, 0.95).toFixed(0)} µs (best of ${TIMED_ROUNDS})`,
  );
}
