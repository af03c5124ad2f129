/**
 * A language model that chooses one of a few words.
 *
 * Promises of every adapter:
 * - The result is one of the choices. The call rejects with `unfit_question` if this question cannot be sent
 *   or the model answers with another word, in which case the next question can succeed. It rejects with
 *   `unavailable` if the model cannot be reached.
 * - All parts of a question are plain text for the model: neither control tokens nor turns of the
 *   conversation.
 * - The call rejects with the reason of the signal, and the model then stops working on it.
 */
export interface ChoiceModel {
  /** Name of the model, used in findings and in the keys of stored judgements. */
  readonly name: string;
  /** Number of questions that the model processes at a time; further questions would wait. */
  readonly inFlight: number;
  choose(conversation: Conversation, options?: { signal?: AbortSignal | undefined }): Promise<Choice>;
  /** Stops running work and releases the model. */
  close(): Promise<void>;
}

/**
 * A question with its instruction and examples. They are the same for many questions, so a model may cache
 * its computation for them.
 */
export interface Conversation {
  readonly instruction: string;
  readonly examples: readonly { readonly question: string; readonly answer: string }[];
  readonly question: string;
  /** Choices, which start differently from each other. */
  readonly choices: readonly string[];
}

export interface Choice {
  /** Probabilities of the choices, in their order; they sum to 1. */
  readonly probabilities: readonly number[];
  /** False if the model does not report probabilities; the selected choice then has 1. */
  readonly isMeasured: boolean;
}
