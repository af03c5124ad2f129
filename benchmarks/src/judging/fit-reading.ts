import type { Choice } from '@anima/memory/dist/judge/choice-model.js';
import { logit } from '@anima/memory/dist/judge/inquiry.js';
import type { JudgeCalibration } from '@anima/memory/dist/judge/statement-inquiry.js';

export interface LabelledAnswers {
  readonly label: 'conflict' | 'duplicate' | 'lookalike';
  readonly there: readonly Choice[];
  readonly back: readonly Choice[];
}

const STEPS = 8_000;
const RATE = 0.3;
/** Regularisation that limits the weights if there are few pairs. */
const L2 = 0.05;

/** Fits the logistic weights of yes-or-no.ts against "lookalike" by gradient descent, for readings.ts. */
export function fitReading(answers: readonly LabelledAnswers[]): JudgeCalibration {
  const rows = answers.map(({ label, there, back }) => ({
    label,
    values: [1, ...there.map((choice, at) => (logit(choice) + logit(back[at]!)) / 2)],
  }));
  const size = rows[0]?.values.length ?? 0;
  const conflict = Array<number>(size).fill(0);
  const same = Array<number>(size).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const changes = { conflict: Array<number>(size).fill(0), same: Array<number>(size).fill(0) };
    for (const { label, values } of rows) {
      const [forConflict, forSame] = [weight(conflict, values), weight(same, values)];
      const all = 1 + forConflict + forSame;
      for (const [at, value] of values.entries()) {
        changes.conflict[at]! += (forConflict / all - Number(label === 'conflict')) * value;
        changes.same[at]! += (forSame / all - Number(label === 'duplicate')) * value;
      }
    }
    for (let at = 0; at < size; at++) {
      const shrink = at === 0 ? 0 : L2;
      conflict[at]! -= (RATE * (changes.conflict[at]! + shrink * conflict[at]!)) / rows.length;
      same[at]! -= (RATE * (changes.same[at]! + shrink * same[at]!)) / rows.length;
    }
  }
  const rounded = (weights: readonly number[]) => weights.map((each) => Math.round(each * 100) / 100);
  return { conflict: rounded(conflict), same: rounded(same) };
}

function weight(weights: readonly number[], values: readonly number[]): number {
  return Math.exp(weights.reduce((sum, each, at) => sum + each * values[at]!, 0));
}
