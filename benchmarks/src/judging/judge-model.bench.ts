// What a language model says of pairs that were written blind, one after the other, without rules: precision and recall at
// each threshold, and seconds a pair. Answers are kept in the folder for temporary files, so that a second run asks nothing.
// Usage: npm run bench -- judge-model FILE ... [--most N] [--fit] [--wrong]   (files of pairs or prompts, see blind-sets.ts; the
// model is that of MEMORY_JUDGE_URL and MEMORY_JUDGE_MODEL, else the one of scripts/fetch-test-judge.mjs; --fit: prints the
// weights of this model for readings.ts, and the figures with them, cross-validated; --wrong: prints what it gets wrong at .6)

import { createLlamaModel } from '@anima/memory/dist/adapters/llama/llama-model.js';
import { settings } from '@anima/memory/dist/config.js';
import type { JudgePrompt, StatementOpinion } from '@anima/memory/dist/domain/asking/inquiry.js';
import { questionInquiry } from '@anima/memory/dist/domain/asking/question-inquiry.js';
import type { JudgeCalibration } from '@anima/memory/dist/domain/asking/readings.js';
import { statementInquiry } from '@anima/memory/dist/domain/asking/statement-inquiry.js';
import { yesOrNo } from '@anima/memory/dist/domain/asking/yes-or-no.js';
import { openJudge } from '@anima/memory/dist/open-judge.js';
import { testJudge } from '@anima/memory/dist/testing/test-judge.js';
import { describeMachine, p50p95 } from '../machine.js';
import { readBlindSet } from './blind-sets.js';
import { fitReading, type LabelledAnswers } from './fit-reading.js';
import { keepAnswers } from './kept-answers.js';
import { rate } from './rate.js';

const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const SHOWN_AT = 0.6;
const FOLDS = 10;

type Scored = { label: string; text: string; scores: Record<string, number> };

const options = process.argv.slice(2);
const most = options.includes('--most')
  ? Number(options[options.indexOf('--most') + 1])
  : Number.POSITIVE_INFINITY;
const files = options.filter((option, at) => !option.startsWith('--') && options[at - 1] !== '--most');
const model = keepAnswers((await openJudge(settings.parse(process.env))) ?? createLlamaModel(testJudge));
console.log(`${describeMachine()}, ${model.name}\n`);
const statements = options.includes('--fit')
  ? yesOrNo({ conflict: [], same: [] })
  : statementInquiry(model.name);

for (const file of files) {
  const set = readBlindSet(file);
  if (set.kind === 'prompts') {
    const scored: Scored[] = [];
    for (const { cached, asked, label } of set.prompts.slice(0, most)) {
      const { there, back } = await answersTo(questionInquiry, cached, asked);
      scored.push({
        label,
        text: `${cached} | ${asked}`,
        scores: questionInquiry.weigh(there, back) as never,
      });
    }
    print(file, scored, { same: 'same' });
    continue;
  }
  const answers: (LabelledAnswers & { text: string })[] = [];
  for (const { a, b, label } of set.pairs.slice(0, most))
    answers.push({ label, text: `${a} | ${b}`, ...(await answersTo(statements, a, b)) });
  const read = options.includes('--fit') ? crossValidated(answers) : () => statements;
  const scored = answers.map(({ label, text, there, back }, at) => ({
    label,
    text,
    scores: { ...read(at).weigh(there, back) },
  }));
  print(file, scored, { conflict: 'conflict', same: 'duplicate' });
  if (options.includes('--fit')) console.log(`\n${JSON.stringify(fitReading(answers))}`);
}
if (model.askedMs.length > 0)
  console.log(`\n${model.askedMs.length} answers, ${p50p95(model.askedMs)} ms each (p50 / p95)`);
await model.close();

async function answersTo(inquiry: JudgePrompt<unknown>, a: string, b: string) {
  const inOrder = async (first: string, second: string) => {
    const choices = [];
    for (const conversation of inquiry.questions(first, second))
      choices.push(await model.choose(conversation));
    return choices;
  };
  return { there: await inOrder(a, b), back: await inOrder(b, a) };
}

/** For each pair the weights that were fitted without it. */
function crossValidated(answers: readonly LabelledAnswers[]): (at: number) => JudgePrompt<StatementOpinion> {
  const readings: JudgeCalibration[] = Array.from({ length: FOLDS }, (_, fold) =>
    fitReading(answers.filter((_, at) => at % FOLDS !== fold)),
  );
  return (at) => yesOrNo(readings[at % FOLDS]!);
}

/** `labels`: of each score the label that it is for. */
function print(file: string, scored: readonly Scored[], labels: Readonly<Record<string, string>>): void {
  const kinds = Object.entries(labels);
  console.log(`${file}: ${scored.length} pairs\n`);
  console.log(`| threshold | ${kinds.map(([, label]) => `${label} P / R`).join(' | ')} |`);
  console.log(`|---|${kinds.map(() => '---|').join('')}`);
  for (const threshold of THRESHOLDS) {
    const cells = kinds.map(([score, label]) => {
      const yes = scored.filter(({ scores }) => scores[score]! >= threshold);
      const right = yes.filter((pair) => pair.label === label).length;
      return `${rate(right, yes.length)} / ${rate(right, scored.filter((pair) => pair.label === label).length)}`;
    });
    console.log(`| ${threshold} | ${cells.join(' | ')} |`);
  }
  if (!options.includes('--wrong')) return;
  for (const { label, text, scores } of scored)
    for (const [score, wanted] of kinds)
      if (scores[score]! >= SHOWN_AT && label !== wanted) console.log(`- ${label} called ${wanted}: ${text}`);
}
