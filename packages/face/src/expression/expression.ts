/** Expressions that a face can show in addition to speech. */
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
  /** 0 (not visible) to 1. */
  readonly strength: number;
}

export const NEUTRAL: Expression = { name: 'neutral', strength: 1 };

/** An expression that is shown from the word that starts at `seconds`. */
export interface TimedExpression {
  readonly seconds: number;
  readonly expression: Expression;
}
