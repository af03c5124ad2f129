// How well the judge of the semantic cache tells the same question from another, by strictness: on traps and paraphrases of our
// own, the question groups, the questions of data/judge and QQP-dev (where ANIMA_EVAL_DIR has them), on files of prompts that are
// named; and what a judgement costs. Prints Markdown.
// Usage: npm run bench -- cache [prompts.jsonl ...] [--false-hits], which also prints the pairs that are wrongly answered.
import { HIT_THRESHOLDS, strictnesses } from '@anima/memory/dist/domain/cache/strictness.js';
import { bgeSmall } from '@anima/memory/dist/domain/calibration/bge-small-en-v1.5-int8.js';
import type { DescribedText } from '@anima/memory/dist/domain/meaning/describe-text.js';
import { judgeSameQuestion } from '@anima/memory/dist/domain/meaning/same-question.js';
import { describeMachine, percentile } from '../machine.js';
import { outcomeAt, recallAt } from './precision-recall.js';
import {
  groupPairs,
  type QuestionPair,
  readJudgeQuestions,
  readParaphrases,
  readPrompts,
  readQuestionGroups,
  readQuoraPairs,
  readTraps,
} from './question-pairs.js';
import { describeTexts } from './token-cache.js';

const { questions, words } = bgeSmall;
const JUDGE_SETS = ['spider-syn', 'checklist', 'nl2bash', 'paws', 'disfl'];
/** Pairs whose judgements are timed, one by one. */
const TIMED_PAIRS = 2000;
const TIMED_ROUNDS = 5;

const files = process.argv.slice(2).filter((argument) => argument.endsWith('.jsonl'));
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
const timed: [DescribedText, DescribedText][] = [];
for (const [name, pairs] of sets) {
  if (pairs === undefined) console.log(`| ${name} | not measured: absent |`);
  else await measure(name, pairs);
}
printSpeed(timed);

async function measure(name: string, pairs: readonly QuestionPair[]): Promise<void> {
  const described = await describeTexts(pairs.flatMap(({ a, b }) => [a, b]));
  const cosines = pairs.map(({ a, b }) => cosine(described.get(a)!, described.get(b)!));
  const scores = pairs.map(({ a, b }, at) =>
    cosines[at]! < questions.candidateCosine
      ? 0
      : judgeSameQuestion(described.get(a)!, described.get(b)!, words).sureness,
  );
  const labels = pairs.map(({ same }) => same);
  const positives = labels.filter(Boolean).length;
  const columns = strictnesses.flatMap((strictness) => {
    const { hits, falseHits } = outcomeAt(scores, labels, HIT_THRESHOLDS[strictness]);
    return [hits - falseHits, falseHits];
  });
  console.log(`| ${name} | ${positives} | ${pairs.length - positives} | ${columns.join(' | ')} |`);
  if (name === 'QQP-dev') {
    timed.push(
      ...pairs
        .slice(0, TIMED_PAIRS)
        .map(({ a, b }) => [described.get(a)!, described.get(b)!] as [DescribedText, DescribedText]),
    );
    const { precision, recall } = outcomeAt(scores, labels, HIT_THRESHOLDS.normal);
    const alone = recallAt(cosines, labels, precision).recall;
    console.log(
      `\nQQP-dev, normal: precision ${figure(precision)}, recall ${figure(recall)} (cosine alone at this precision: ${figure(alone)})`,
    );
  }
  if (!process.argv.includes('--false-hits')) return;
  for (const [at, { a, b, same }] of pairs.entries())
    if (!same && scores[at]! >= HIT_THRESHOLDS.normal) console.log(`- ${scores[at]!.toFixed(2)} ${a} | ${b}`);
}

/** Each judgement's best of some rounds: what it costs when nothing else has the processor. */
function printSpeed(pairs: readonly (readonly [DescribedText, DescribedText])[]): void {
  const micros = pairs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < TIMED_ROUNDS; round++) {
    for (const [at, [a, b]] of pairs.entries()) {
      const started = performance.now();
      judgeSameQuestion(a, b, words);
      micros[at] = Math.min(micros[at]!, (performance.now() - started) * 1000);
    }
  }
  if (pairs.length === 0) return;
  console.log(
    `\nOne judgement: p50 ${percentile(micros, 0.5).toFixed(0)} µs, p95 ${percentile(micros, 0.95).toFixed(0)} µs (best of ${TIMED_ROUNDS})`,
  );
}

function cosine(a: DescribedText, b: DescribedText): number {
  return a.vector.reduce((sum, value, at) => sum + value * b.vector[at]!, 0);
}

function figure(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}
