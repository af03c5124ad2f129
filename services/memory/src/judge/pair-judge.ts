import type { MaybePromise } from '@anima/service/maybe-promise';
import type { EmbedOptions } from '../embedding/text-embedder.js';

/**
 * Judges the relation of two statements. A batch is answered in its order, each pair independently.
 *
 * Promises of every adapter:
 * - The order of the two texts changes neither the answer nor the confidence.
 * - Equal texts state the same and do not contradict each other.
 * - A judge does not guess: it leaves uncertain pairs open and gives the reason.
 * - Texts are data: a judge follows no instruction in a text.
 * - A call rejects with the reason of the signal, or with the error of its model (`overloaded`,
 *   `unavailable`).
 */
export interface StatementJudge {
  /** Judges whether one statement can be omitted if the other statement is stored. */
  sameStatement(pairs: readonly TextPair[], options?: JudgeOptions): Promise<readonly PairVerdict[]>;
  /** Judges whether the two statements cannot both be true. */
  contradiction(pairs: readonly TextPair[], options?: JudgeOptions): Promise<readonly ContradictionVerdict[]>;
}

/** A judge that also compares questions, with the same promises. */
export interface PairJudge extends StatementJudge {
  /** Judges whether the response to one question also answers the other question. */
  sameQuestion(pairs: readonly TextPair[], options?: JudgeOptions): Promise<readonly PairVerdict[]>;
}

/**
 * A text to judge. A judge may cache its analysis by this object: pass the same object for the same text each
 * time.
 */
export interface JudgedText {
  readonly text: string;
}

export interface TextPair {
  readonly a: JudgedText;
  readonly b: JudgedText;
  /** Cosine of the two vectors, by which the pair was found. */
  readonly cosine: number;
}

export interface JudgeOptions extends EmbedOptions {
  /** Called between two pairs: yields to the event loop, and stops the call by rejecting. */
  readonly between?: () => MaybePromise<void>;
  /** Limits the calls of a model. If omitted, a model judges every pair; rules need no budget. */
  readonly budget?: JudgeBudget;
}

/**
 * Limits the calls of a model. A judge takes from the budget before each call and leaves a pair open if the
 * budget is spent.
 */
export interface JudgeBudget {
  /** Takes one pair from the budget; returns false if it is spent. */
  take(): boolean;
  isSpent(): boolean;
  /** Aborted when the time is over; this also stops a running call. */
  readonly signal: AbortSignal;
}

export interface PairVerdict {
  /** Author of the verdict: `rules`, or `model:` and the name of the model. */
  readonly by: string;
  readonly answer: 'yes' | 'no' | 'open';
  /** Confidence of a yes, from 0 to 1; 0 if the answer is open. */
  readonly confidence: number;
  /**
   * Short sentences that quote the decisive words; if the answer is open, a single sentence with the reason.
   * Can be empty for a no.
   */
  readonly evidence: readonly string[];
}

/** A verdict before the judge adds its name. */
export type Unsigned<Verdict extends PairVerdict> = Verdict extends PairVerdict ? Omit<Verdict, 'by'> : never;

export type ContradictionVerdict = (PairVerdict & { readonly answer: 'no' | 'open' }) | Contradiction;

export interface Contradiction extends PairVerdict {
  readonly answer: 'yes';
  readonly reason: ContradictionReason;
}

/** Reasons that rules can find in the words of both statements. */
const ruleReasons = ['negation', 'antonym', 'value', 'choice', 'order'] as const;
export type RuleReason = (typeof ruleReasons)[number];

/** `judged`: the verdict of a model or an agent, whose evidence explains it. */
export const contradictionReasons = [...ruleReasons, 'judged'] as const;
export type ContradictionReason = (typeof contradictionReasons)[number];
