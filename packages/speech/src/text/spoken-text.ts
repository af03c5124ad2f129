/** One word as it is said. "$12.50" is four of them, all with the range of those six characters. */
export interface SpokenWord {
  /** In letters: "twelve", "dollars". */
  text: string;
  /** Half-open range of UTF-16 units in the text that was given. */
  charStart: number;
  charEnd: number;
}

/** A sentence ready for a voice: the unit of one call of the model. */
export interface SpokenSentence {
  /** Half-open range of UTF-16 units in the text that was given. */
  charStart: number;
  charEnd: number;
  words: readonly SpokenWord[];
  /** Phonemes, stress marks, spaces and punctuation, one character each, as models/hibari-heart/vocab.json names them. */
  phonemes: string;
  /** Where each word stands in `phonemes`: half-open, in the order of `words`. */
  spans: readonly { start: number; end: number }[];
  /** Silence asked for behind it, as by "[pause 500ms]", on top of the pause of its punctuation. */
  pauseMs: number;
}
