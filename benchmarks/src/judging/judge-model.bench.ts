// Measures a language model on pairs by authors without knowledge of the service, without rules: precision
// and recall at each threshold, and seconds per pair. Pairs are judged in sequence. Responses are cached in
// the folder for temporary files, so a second run makes no calls.
// Usage: npm run bench -- judge-model FILE ... [--most N] [--fit] [--wrong]   (files of pairs or prompts, see
// blind-sets.ts)
// The model is set by MEMORY_JUDGE_URL and MEMORY_JUDGE_MODEL; the default is the model of
// scripts/fetch-test-judge.mjs.
// --fit prints the weights of this model for readings.ts, and the cross-validated figures with these weights.
// --wrong prints false findings at a threshold of 0.6.

import { settings } from '@anima/memory/dist/config.js';
import type { JudgePrompt, StatementOpinion } from '@anima/memory/dist/judge/inquiry.js';
import { createLlamaModel } from '@anima/memory/dist/judge/llama/llama-model.js';
import { questionInquiry } from '@anima/memory/dist/judge/question-inquiry.js';
import type { JudgeCalibration } from '@anima/memory/dist/judge/statement-inquiry.js';
import { statementInquiry, yesOrNo } from '@anima/memory/dist/judge/statement-inquiry.js';
import { openJudge } from '@anima/memory/dist/open-judge.js';
import { testJudge } from '@anima/memory/dist/testing/test-judge.js';
import { describeMachine, p50p95 } from '../machine.js';
import { readBlindSet } from './blind-sets.js';
import { keepAnswers } from './cached-answers.js';
import { fitReading, type LabelledAnswers } from './fit-reading.js';
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
if (model.responseMs.length > 0)
  console.log(`\n${model.responseMs.length} answers, ${p50p95(model.responseMs)} ms each (p50 / p95)`);
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

/** Returns, for each pair, the weights that were fitted without its fold. */
function crossValidated(answers: readonly LabelledAnswers[]): (at: number) => JudgePrompt<StatementOpinion> {
  const readings: JudgeCalibration[] = Array.from({ length: FOLDS }, (_, fold) =>
    fitReading(answers.filter((_, at) => at % FOLDS !== fold)),
  );
  return (at) => yesOrNo(readings[at % FOLDS]!);
}

/** Prints a table of precision and recall. `labels` maps each score to its label. */
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
