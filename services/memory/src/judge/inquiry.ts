import { quote } from '@anima/text/quote';
import { withoutSecrets } from '../secrets/secrets.js';
import type { Choice, Conversation } from './choice-model.js';

/** A prompt about two texts, and the interpretation of the responses. */
export interface JudgePrompt<Opinion> {
  /** Changes with the questions and examples: judgements of another version are not reused. */
  readonly version: string;
  /** Returns the conversations for one order of the texts; the model judges both orders. */
  questions(first: string, second: string): readonly Conversation[];
  /** `there` and `back` are the responses in the two orders; they are interchangeable. */
  weigh(there: readonly Choice[], back: readonly Choice[]): Opinion;
}

/** Probabilities from 0 to 1; their sum is at most 1. */
export interface StatementOpinion {
  readonly same: number;
  readonly conflict: number;
}

export interface QuestionOpinion {
  readonly same: number;
}

/** Upper limit of a probability: a higher probability of a model has no meaning. */
const SUREST = 0.99;

/** Confidence factor for choices without a probability, if both orders agree. */
const UNMEASURED = 0.9;

/** Returns the confidence factor: it is lower for models that report no probabilities. */
export function confidenceFactor(answers: readonly Choice[]): number {
  return answers.every(({ isMeasured }) => isMeasured) ? 1 : UNMEASURED;
}

/** Returns the logit of the first of two choices; 0 if both have the same probability. */
export function logit({ probabilities }: Choice): number {
  const [yes = 0] = probabilities;
  const within = Math.min(Math.max(yes, 1 - SUREST), SUREST);
  return Math.log(within / (1 - within));
}

/** Returns the mean of both orders. If they disagree, they cancel each other out. */
export function meanLogit(there: Choice, back: Choice): number {
  return (logit(there) + logit(back)) / 2;
}

export function probabilityOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Control markers that some servers interpret anywhere in a text: `<|im_end|>`, `</s>`, `[INST]`. */
const MARKS = /<(?=[|｜/<a-z_])|\[(?=\/?[A-Z_]{2,20}\])/gi;

/**
 * Quotes a note for a language model as one JSON string. It cannot end its quotation or a turn of the
 * conversation, and contains no invisible characters and no credentials.
 */
export function quoteNote(text: string): string {
  return quote(withoutSecrets(text)).replace(MARKS, (mark) => (mark === '<' ? '\\u003c' : '\\u005b'));
}

export function quoteNotes(first: string, second: string): string {
  return `1: ${quoteNote(first)}\n2: ${quoteNote(second)}`;
}
