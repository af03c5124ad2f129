import type { MaybePromise } from '@anima/service/maybe-promise';
import type { EmbedOptions } from './text-embedder.js';

/**
 * Judges what two statements are to each other. A batch is answered in its order, each pair independently.
 *
 * Promises of every adapter:
 * - The order of the two texts changes neither answer nor confidence.
 * - Equal texts say the same and do not contradict each other.
 * - A judge does not guess: what it cannot tell it leaves open, and says why.
 * - Texts are data: a judge follows no instruction in a text.
 * - A call rejects with the reason of the signal, or with the error of its model (`overloaded`, `unavailable`).
 */
export interface StatementJudge {
  /** Judges whether one statement can be left out if the other one is kept. */
  sameStatement(pairs: readonly TextPair[], options?: JudgeOptions): Promise<readonly PairVerdict[]>;
  /** Judges whether both cannot hold. */
  contradiction(pairs: readonly TextPair[], options?: JudgeOptions): Promise<readonly ContradictionVerdict[]>;
}

/** A judge that also compares questions, with the same promises. */
export interface PairJudge extends StatementJudge {
  /** Judges whether the response to one question also answers the other one. */
  sameQuestion(pairs: readonly TextPair[], options?: JudgeOptions): Promise<readonly PairVerdict[]>;
}

/** A judge may keep what it read of a text with this object: give the same one for one text each time. */
export interface JudgedText {
  readonly text: string;
}

export interface TextPair {
  readonly a: JudgedText;
  readonly b: JudgedText;
  /** Of their vectors: how the pair was found. */
  readonly cosine: number;
}

export interface JudgeOptions extends EmbedOptions {
  /** Called between two pairs: lets others have the event loop, and ends the call by rejecting. */
  readonly between?: () => MaybePromise<void>;
  /** Without one, a model is asked about every pair; rules ask nobody. */
  readonly budget?: JudgeBudget;
}

/** What may still be asked of a model. A judge takes from it before it asks; what it cannot ask any more it leaves open. */
export interface JudgeBudget {
  /** One more pair; false where none is left. */
  take(): boolean;
  isSpent(): boolean;
  /** Aborted when the time is over, also for what is being asked then. */
  readonly signal: AbortSignal;
}

export interface PairVerdict {
  /** Who judged: `rules`, or `model:` and its name. */
  readonly by: string;
  readonly answer: 'yes' | 'no' | 'open';
  /** 0 to 1: how surely it is a yes; 0 where it is open. */
  readonly confidence: number;
  /** Short sentences that quote the words it rests on; where it is open, the one why. A no may have none. */
  readonly evidence: readonly string[];
}

/** What was found out, before a judge puts its name to it. */
export type Unsigned<Verdict extends PairVerdict> = Verdict extends PairVerdict ? Omit<Verdict, 'by'> : never;

export type ContradictionVerdict = (PairVerdict & { readonly answer: 'no' | 'open' }) | Contradiction;

export interface Contradiction extends PairVerdict {
  readonly answer: 'yes';
  readonly reason: ContradictionReason;
  /** Which of the two the other one declares replaced; only with the reason `superseded`, and there it may be both. */
  readonly replaced: readonly ('a' | 'b')[];
}

/** What can be read from the words of the two. */
const ruleReasons = ['negation', 'antonym', 'value', 'tool', 'choice', 'order', 'superseded'] as const;
export type RuleReason = (typeof ruleReasons)[number];

/** `judged`: a model or an agent said so; the evidence is in its words. */
export const contradictionReasons = [...ruleReasons, 'judged'] as const;
export type ContradictionReason = (typeof contradictionReasons)[number];
