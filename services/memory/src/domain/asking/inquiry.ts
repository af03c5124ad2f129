import { quote } from '@anima/client/quote';
import type { Choice, Conversation } from '../../ports/choice-model.js';
import { withoutSecrets } from '../secrets/secrets.js';

/** How a model is asked about two texts, and what its answers say. */
export interface Inquiry<Opinion> {
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

/** Nobody is surer than this: further than it, a probability of a model means nothing. */
const SUREST = 0.99;

/** A choice that came without its probability is trusted this far, where both orders agree on it. */
const UNMEASURED = 0.9;

/** By what the probabilities of these answers are lowered: a model that does not tell how sure it is, is not quite sure. */
export function trustIn(answers: readonly Choice[]): number {
  return answers.every(({ isMeasured }) => isMeasured) ? 1 : UNMEASURED;
}

/** Of the first of two choices, 0 where both are as probable. */
export function logit({ probabilities }: Choice): number {
  const [yes = 0] = probabilities;
  const within = Math.min(Math.max(yes, 1 - SUREST), SUREST);
  return Math.log(within / (1 - within));
}

/** Where the two orders disagree, they take one another back. */
export function meanLogit(there: Choice, back: Choice): number {
  return (logit(there) + logit(back)) / 2;
}

export function probabilityOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Where the marks of chat formats begin that some servers take for their own wherever they stand: `<|im_end|>`, `</s>`, `[INST]`. */
const MARKS = /<(?=[|｜/<a-z_])|\[(?=\/?[A-Z_]{2,20}\])/gi;

/**
 * A note as a language model gets it: one JSON string. It cannot end its quotation or a turn of the conversation, holds
 * nothing unseen, and no credential.
 */
export function quoteNote(text: string): string {
  return quote(withoutSecrets(text)).replace(MARKS, (mark) => (mark === '<' ? '\\u003c' : '\\u005b'));
}

export function quoteNotes(first: string, second: string): string {
  return `1: ${quoteNote(first)}\n2: ${quoteNote(second)}`;
}
