/** What a face can show beside what it says. */
export const EXPRESSIONS = [
  'neutral',
  'happy',
  'sad',
  'surprised',
  'angry',
  'thinking',
  'listening',
] as const;
export type ExpressionName = (typeof EXPRESSIONS)[number];

export interface Expression {
  readonly name: ExpressionName;
  /** 0 (nothing of it) to 1. */
  readonly strength: number;
}

export const NEUTRAL: Expression = { name: 'neutral', strength: 1 };

/** Shown from the word on that begins at that second. */
export interface TimedExpression {
  readonly seconds: number;
  readonly expression: Expression;
}
