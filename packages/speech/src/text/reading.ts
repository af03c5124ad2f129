/** A spoken word with its range in the cleaned sentence. */
export interface ReadWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The word is the name of a letter, as "A" in "plan A". */
  readonly letter?: true;
  /** The word is spoken without a gap after the previous word, as the letters of "FBI". */
  readonly joined?: true;
  /** Phonemes that the lexicon or the markup of the caller gives. */
  readonly phonemes?: string;
}

/** Punctuation that the voices follow. */
export interface ReadMark {
  readonly mark: string;
}

export type Piece = ReadWord | ReadMark;

export function isWord(piece: Piece | undefined): piece is ReadWord {
  return piece !== undefined && 'text' in piece;
}

/** Pieces that a reader makes of the characters from its place up to `end`. */
export interface Reading {
  readonly end: number;
  readonly pieces: readonly Piece[];
}

/** Returns the reading that the caller's lexicon or markup fixes at a place of a sentence. */
export type FixedReader = (sentence: string, at: number) => Reading | undefined;

/** Returns the words of `spoken`; each has the whole range. */
export function speak(spoken: string, start: number, end: number): ReadWord[] {
  return spoken.split(' ').map((text) => ({ text, start, end }));
}

/** Reads the characters from `at` to `end` as the words of `spoken`. */
export function readAs(spoken: string, at: number, end: number): Reading {
  return { end, pieces: speak(spoken, at, end) };
}

/** Matches a sticky pattern at a place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
