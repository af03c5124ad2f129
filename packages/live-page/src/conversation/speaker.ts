/** The functions of a voice that a conversation needs. */
export interface Speaker {
  /** Speaks pieces as they arrive; resolves when they were played or interrupted. */
  say(pieces: AsyncIterable<string>): Promise<SpokenPart>;
  /** Stops immediately. Resolves to the played part of the current text; 0 characters between texts. */
  interrupt(): Promise<SpokenPart>;
}

/** The played part of a text. */
export interface SpokenPart {
  /** UTF-16 units of all its pieces, up to the end of the last word that was played. */
  characters: number;
  isWhole: boolean;
}
