/**
 * Reason why a text cannot be spoken. It is found before the first sentence, and a retry gives the same
 * result.
 */
export type TextRefusalCode =
  /** The text has no letter and no digit. */
  | 'nothing_to_speak'
  /**
   * All letters and digits are of scripts that the language does not read. The message names them and their
   * place.
   */
  | 'unsupported_script'
  /** The caller's lexicon has an invalid word or invalid phonemes. */
  | 'invalid_lexicon';

export class TextRefusal extends Error {
  override readonly name = 'TextRefusal';
  constructor(
    readonly code: TextRefusalCode,
    message: string,
  ) {
    super(message);
  }
}
