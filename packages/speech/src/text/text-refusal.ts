/** Why a text cannot be spoken. Every one is found before the first sentence, and stays as it is when the text is sent again. */
export type TextRefusalCode =
  /** No letter and no digit: nothing to say. */
  | 'nothing_to_speak'
  /** Letters or digits of a script this English voice cannot read; the message names script, characters and place. */
  | 'unsupported_script'
  /** "[pause ...]" that is not a time, or longer than a minute. */
  | 'invalid_pause'
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
