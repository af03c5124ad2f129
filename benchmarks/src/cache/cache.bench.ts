// How well the judge of the semantic cache tells the same question from another: on QQP-dev (when ANIMA_EVAL_DIR has it),
// on our traps and paraphrases; and what a judgement costs. Prints Markdown.
// Usage: npm run bench -- cache [--false-hits], which also prints the pairs that count as false hits on QQP-dev.
import { bgeSmall } from '@anima/memory/dist/domain/calibration/bge-small-en-v1.5-int8.js';
import type { DescribedText } from '@anima/memory/dist/domain/meaning/describe-text.js';
import { judgeSameQuestion } from '@anima/memory/dist/domain/meaning/same-question.js';
import { describeMachine, percentile } from '../machine.js';
import { outcomeAt, recallAt } from './precision-recall.js';
import { type QuestionPair, readParaphrases, readQuoraPairs, readTraps } from './question-pairs.js';
import { describeTexts } from './token-cache.js';

const { questions } = bgeSmall;
const THRESHOLDS = [0.5, 0.7, 0.8, 0.85, 0.9, questions.score, 0.95, 0.97, 0.98, 0.99];
/** Pairs of QQP-dev whose judgements are timed, one by one. */
const TIMED_PAIRS = 2000;
const TIMED_ROUNDS = 5;

console.log(`${describeMachine()}\n`);
const quora = readQuoraPairs();
if (quora === undefined) console.log('QQP-dev: not measured, no qqp-dev.tsv in ANIMA_EVAL_DIR\n');
else await measureQuora(quora);
await measureOwn();

async function measureQuora(pairs: readonly QuestionPair[]): Promise<void> {
  const described = await describeTexts(pairs.flatMap(({ a, b }) => [a, b]));
  const labels = pairs.map(({ same }) => same);
  const positives = labels.filter(Boolean).length;
  const balance = positives / (pairs.length - positives);
  const cosines = pairs.map(({ a, b }) => cosine(described.get(a)!, described.get(b)!));
  const verdicts = pairs.map(({ a, b }) =>
    judgeSameQuestion(described.get(a)!, described.get(b)!, questions),
  );
  const scores = verdicts.map(({ score, differences }) =>
    differences.length > 0 ? Number.NEGATIVE_INFINITY : score,
  );

  console.log(
    `QQP-dev, ${positives} same and ${pairs.length - positives} other pairs; "balanced" weighs both alike\n`,
  );
  console.log('| threshold | recall | precision, natural | precision, balanced | hits | counted false |');
  console.log('|---|---|---|---|---|---|');
  for (const threshold of THRESHOLDS) {
    const natural = outcomeAt(scores, labels, threshold);
    const balanced = outcomeAt(scores, labels, threshold, balance);
    console.log(
      `| ${threshold} | ${figure(natural.recall)} | ${figure(natural.precision)} | ${figure(balanced.precision)} | ${natural.hits} | ${natural.falseHits} |`,
    );
  }

  console.log('\n| recall at precision | .80 | .85 | .90 | .95 |\n|---|---|---|---|---|');
  const rows: [string, readonly number[], number][] = [
    ['cosine, natural', cosines, 1],
    ['judge, natural', scores, 1],
    ['cosine, balanced', cosines, balance],
    ['judge, balanced', scores, balance],
  ];
  for (const [name, values, weight] of rows) {
    const recalls = [0.8, 0.85, 0.9, 0.95].map((precision) =>
      figure(recallAt(values, labels, precision, weight).recall),
    );
    console.log(`| ${name} | ${recalls.join(' | ')} |`);
  }

  console.log('\nThreshold chosen on one half for precision .90 (balanced), measured on the other:\n');
  for (const half of [0, 1]) {
    const chosen = recallAt(every(scores, half), every(labels, half), 0.9, balance).threshold;
    const other = outcomeAt(every(scores, 1 - half), every(labels, 1 - half), chosen, balance);
    console.log(
      `- ${chosen.toFixed(3)}: precision ${figure(other.precision)}, recall ${figure(other.recall)}`,
    );
  }
  printSpeed(pairs.slice(0, TIMED_PAIRS).map(({ a, b }) => [described.get(a)!, described.get(b)!]));
  if (process.argv.includes('--false-hits')) {
    for (const [at, { a, b, same }] of pairs.entries())
      if (!same && verdicts[at]!.same) console.log(`- ${a} | ${b}`);
  }
}

async function measureOwn(): Promise<void> {
  const traps = readTraps();
  const same = readParaphrases();
  const described = await describeTexts([...traps, ...same].flatMap(({ a, b }) => [a, b]));
  const judge = ({ a, b }: QuestionPair) =>
    judgeSameQuestion(described.get(a)!, described.get(b)!, questions);
  console.log(`\nTraps and paraphrases at ${questions.score}\n\n| kind | pairs | hits |\n|---|---|---|`);
  for (const kind of new Set(traps.map((trap) => trap.kind))) {
    const ofKind = traps.filter((trap) => trap.kind === kind);
    console.log(`| ${kind} | ${ofKind.length} | ${ofKind.filter((trap) => judge(trap).same).length} |`);
  }
  console.log(`| **all traps** | ${traps.length} | ${traps.filter((trap) => judge(trap).same).length} |`);
  console.log(`| paraphrases | ${same.length} | ${same.filter((pair) => judge(pair).same).length} |`);
}

/** Each judgement's best of some rounds: what it costs when nothing else has the processor. */
function printSpeed(pairs: readonly (readonly [DescribedText, DescribedText])[]): void {
  const micros = pairs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < TIMED_ROUNDS; round++) {
    for (const [at, [a, b]] of pairs.entries()) {
      const started = performance.now();
      judgeSameQuestion(a, b, questions);
      micros[at] = Math.min(micros[at]!, (performance.now() - started) * 1000);
    }
  }
  console.log(
    `\nOne judgement: p50 ${percentile(micros, 0.5).toFixed(0)} µs, p95 ${percentile(micros, 0.95).toFixed(0)} µs (best of ${TIMED_ROUNDS})`,
  );
}

function cosine(a: DescribedText, b: DescribedText): number {
  return a.vector.reduce((sum, value, at) => sum + value * b.vector[at]!, 0);
}

/** Every second value, beginning with the first or the second. */
function every<Value>(values: readonly Value[], start: number): Value[] {
  return values.filter((_, at) => at % 2 === start);
}

function figure(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}
