import { EXPRESSIONS, type Expression, type TimedExpression } from '../../expression/expression.js';
import { smoothStep } from '../../smooth-step.js';

/** How much of each of EXPRESSIONS a face shows. */
export type Amounts = Float32Array;

/** Which expression a face shows over time: from one it goes over to the next. */
export interface ExpressionCourse {
  /** Changes that were not heard before, in order. */
  hear(changes: readonly TimedExpression[]): void;
  /** Writes how much is shown of each; `late`: seconds that a part of the face is behind; `took`: seconds that it takes. */
  at(seconds: number, late: number, took: number, amounts: Amounts): void;
  /** Forgets what is over by then in every part of the face. Returns the changes that begin by then and were not returned before. */
  begin(seconds: number): readonly TimedExpression[];
  /** Nothing but `expression` from a moment on: what would begin later is forgotten. */
  rest(seconds: number, expression: Expression): void;
  /** Nothing but neutral is shown, or will be. */
  isNeutral(): boolean;
  held(): number;
}

/** A face changes so much before the word that it colours, in seconds: it is seen before it is heard. */
export const EXPRESSION_LEAD = 0.28;
/** No part is later or slower than that together, in seconds. */
const LONGEST = 1.5;

export function createExpressionCourse(first: Expression): ExpressionCourse {
  /** What was shown before the changes that are kept. */
  let base = first;
  /** In the order in which they were told, `seconds` being when they begin. */
  let changes: TimedExpression[] = [];
  let begun = 0;
  return {
    hear: (heard) => {
      for (const { seconds, expression } of heard)
        changes.push({ seconds: seconds - EXPRESSION_LEAD, expression });
    },
    at: (seconds, late, took, amounts) => {
      amounts.fill(0);
      add(amounts, base, 1);
      for (const { seconds: from, expression } of changes) {
        const share = smoothStep((seconds - from - late) / took);
        if (share === 0) continue;
        for (let i = 0; i < amounts.length; i++) amounts[i]! *= 1 - share;
        add(amounts, expression, share);
      }
    },
    begin: (seconds) => {
      while (changes.length > 0 && changes[0]!.seconds + LONGEST <= seconds) {
        base = changes.shift()!.expression;
        begun = Math.max(0, begun - 1);
      }
      const first = begun;
      while (begun < changes.length && changes[begun]!.seconds <= seconds) begun++;
      return changes.slice(first, begun);
    },
    rest: (seconds, expression) => {
      changes = changes.filter((change) => change.seconds <= seconds);
      begun = Math.min(begun, changes.length);
      if (isSame(changes.at(-1)?.expression ?? base, expression)) return;
      changes.push({ seconds, expression });
    },
    isNeutral: () =>
      base.name === 'neutral' && changes.every(({ expression }) => expression.name === 'neutral'),
    held: () => changes.length,
  };
}

function isSame(one: Expression, other: Expression): boolean {
  return one.name === other.name && one.strength === other.strength;
}

function add(amounts: Amounts, { name, strength }: Expression, share: number): void {
  amounts[EXPRESSIONS.indexOf(name)]! += share * strength;
}
