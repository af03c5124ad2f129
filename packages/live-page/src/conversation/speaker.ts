/** What speaks, as far as a conversation needs it. */
export interface Speaker {
  /** Speaks pieces as they come. Resolves when it was heard, or interrupted; rejects where it could not be spoken. */
  say(pieces: AsyncIterable<string>): Promise<Heard>;
  /** Stops at once. Of what was being said; nothing heard where nothing was. */
  interrupt(): Promise<Heard>;
}

/** How much of what was said was heard. */
export interface Heard {
  /** UTF-16 units of all its pieces, up to the end of the last word that was heard. */
  characters: number;
  isWhole: boolean;
}
