/**
 * A language model that is asked for one of a few words.
 *
 * Promises of every adapter:
 * - What it answers is a choice. It rejects with `unfit_question` where this question cannot be asked, or got another answer, and
 *   the next one may; with `unavailable` where the model cannot be asked at all.
 * - Nothing in a question is taken for more than text of it: no mark of the model's own, no turn of the conversation.
 * - It rejects with the reason of the signal, and the model then works on it no longer.
 */
export interface ChoiceModel {
  /** Whose answers they are, in findings and in what is remembered of them. */
  readonly name: string;
  /** Questions that it takes at a time; more of them would wait. */
  readonly inFlight: number;
  choose(conversation: Conversation, options?: { signal?: AbortSignal | undefined }): Promise<Choice>;
  /** Ends what it has running. */
  close(): Promise<void>;
}

/** The same instruction and examples before many questions: a model may keep what it has read of them. */
export interface Conversation {
  readonly instruction: string;
  readonly examples: readonly { readonly question: string; readonly answer: string }[];
  readonly question: string;
  /** Words that begin differently. */
  readonly choices: readonly string[];
}

export interface Choice {
  /** Of the choices, in their order; together 1. */
  readonly probabilities: readonly number[];
  /** False where the model does not tell: its choice then has 1. */
  readonly isMeasured: boolean;
}
