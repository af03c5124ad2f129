/** Why a text cannot be spoken. Every one is found before the first sentence, and stays as it is when the text is sent again. */
export type TextRefusalCode =
  /** No letter and no digit: nothing to say. */
  | 'nothing_to_speak'
  /** All letters and digits are of scripts this English voice cannot read; the message names scripts, characters and places. */
  | 'unsupported_script'
  /** An entry of the caller's lexicon with a word or phonemes that cannot be. */
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
