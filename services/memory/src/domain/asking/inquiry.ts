import type { Choice, Conversation } from '../../ports/choice-model.js';

/** How a model is asked about two texts, and what its answers say. */
export interface JudgePrompt<Opinion> {
  /** Other questions or examples, another version: answers to those of before say nothing about these. */
  readonly version: string;
  /** Asked in both orders of the texts. */
  questions(first: string, second: string): readonly Conversation[];
  /** `there` and `back`: the answers in one order and in the other. The same whichever is which. */
  weigh(there: readonly Choice[], back: readonly Choice[]): Opinion;
}

/** How probable each is, from 0 to 1; together at most 1. */
export interface StatementOpinion {
  readonly same: number;
  readonly conflict: number;
}

export interface QuestionOpinion {
  readonly same: number;
}
