import type { FixedReader, Piece } from './reading.js';

/** Characters after a full stop that `FullStops.endsSentence` may look at. */
export const NEXT_WORD_LENGTH = 12;
/** Maximum characters of phonemes that a caller may give for one word. */
export const MAX_PHONEMES = 200;

/** Everything that this package has to know of a language. Each language is one folder of `languages/`. */
export interface Language {
  /** Language and script, as error messages name them: "English in Latin letters". */
  readonly description: string;
  readonly fullStops: FullStops;
  /** Global pattern of runs of letters and digits of other scripts. */
  readonly foreignLetters: RegExp;
  /** Returns the name of a foreign letter that is read by its name, such as "alpha". */
  letterName(letter: string): string | undefined;
  /** Follows `interpret-as` of SSML. The places of pieces count from the start of `content`. Returns undefined if the kind is unknown. */
  interpretAs(kind: string, format: string, content: string): InterpretedText | undefined;
  /** Converts IPA to the alphabet of the voices. Returns undefined if it has a sound that the voices do not know. */
  voicePhonemes(ipa: string): string | undefined;
  /** Adds an ending that follows at `end` of the text, such as "'s", to the phonemes of a word of the caller's lexicon. */
  withSuffix(phonemes: string, text: string, end: number): { end: number; phonemes: string };
  /** Opens the dictionaries in `modelDir`. `prepared` is a file of `writePreparedTables`, which loads faster. */
  open(modelDir: string, prepared: string | null): Promise<LanguageReader>;
  writePreparedTables(modelDir: string, path: string): Promise<void>;
}

/** Content of a `say-as`: fixed pieces, another text to read, or the usual reading of the content. */
export type InterpretedText = { readonly pieces: readonly Piece[] } | { readonly text: string } | 'as read';

/** Decides which full stops end a sentence. */
export interface FullStops {
  /** Whether the word is an abbreviation that belongs to the name before it: "Smith, Jr." */
  isAbbreviation(word: string): boolean;
  /** Whether the full stop after the word never ends a sentence. */
  neverEndsSentence(word: string): boolean;
  /** Whether the word after a full stop decides, of which NEXT_WORD_LENGTH characters are needed. */
  needsNextWord(word: string): boolean;
  /** Whether the full stop at `stop` ends a sentence. `word` is before it; the next word starts at `next` with no lower-case letter. */
  endsSentence(text: string, stop: number, next: number, word: string): boolean;
}

export interface LanguageReader {
  /** Returns the words and punctuation of a sentence. `fixed` is called first at every place. */
  readSentence(sentence: string, fixed: FixedReader): Piece[];
  /** Returns the phonemes of each piece in the alphabet of the voices; an empty text for punctuation and for words without a sound. */
  pronounce(pieces: readonly Piece[]): Promise<string[]>;
  close(): Promise<void>;
}
