/** A spoken word. "$12.50" gives four words with the same range. */
export interface SpokenWord {
  /** Word in letters: "twelve", "dollars". */
  text: string;
  /** Half-open range of UTF-16 units in the given text. */
  charStart: number;
  charEnd: number;
}

/** A sentence for one call of a voice. */
export interface SpokenSentence {
  /** Half-open range of UTF-16 units in the given text. */
  charStart: number;
  charEnd: number;
  words: readonly SpokenWord[];
  /**
   * Phonemes, stress marks, spaces and punctuation, one character each, as in models/hibari-heart/vocab.json.
   */
  phonemes: string;
  /** Half-open ranges of the words in `phonemes`. */
  spans: readonly { start: number; end: number }[];
  /**
   * Silence that the text requests after the sentence ("[pause 500ms]"), in addition to the pause of its
   * punctuation.
   */
  pauseMs: number;
}
