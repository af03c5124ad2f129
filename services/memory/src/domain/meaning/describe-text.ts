import type { WordVectors } from '../../ports/word-embedder.js';
import type { Vocabulary } from '../calibration/calibration.js';
import { type Lexicon, shippedLexicon } from '../lexicon/lexicon.js';
import type { Word } from './word.js';
import { readWords } from './words.js';

/** A word with what the model says of it in its sentence. */
export interface DescribedWord extends Word {
  /** The mean of the rows of its pieces, unit length; null where the model read no piece of it (behind its window). */
  readonly vector: Float32Array | null;
  /**
   * 0 (the most common words) to 1: from the rank in the WordPiece vocabulary, which lists common pieces first and so
   * needs no corpus. A word of several pieces is rare.
   */
  readonly rarity: number;
}

/** A text ready to be compared word by word. */
export interface DescribedText {
  readonly text: string;
  readonly words: readonly DescribedWord[];
  /** The text's own unit vector. */
  readonly vector: Float32Array;
  /** Whether the model read it to its end. */
  readonly isWhole: boolean;
}

/** The words of a text with their vectors; `tokens` must be the embedding of this very text. */
export function describeText(
  text: string,
  tokens: WordVectors,
  vocabulary: Vocabulary,
  lexicon: Lexicon = shippedLexicon,
): DescribedText {
  const dimensions = tokens.vector.length;
  let token = 0;
  const words = readWords(text, lexicon).map((word): DescribedWord => {
    while (token < tokens.tokens.length && tokens.tokens[token]!.end <= word.start) token++;
    let last = token;
    while (last < tokens.tokens.length && tokens.tokens[last]!.start < word.end) last++;
    if (last === token) return { ...word, vector: null, rarity: 1 };
    return {
      ...word,
      vector: meanRow(tokens.rows, dimensions, token, last),
      rarity: last - token > 1 ? 1 : rarityOf(tokens.tokens[token]!.id, vocabulary),
    };
  });
  return { text, words, vector: tokens.vector, isWhole: isReadWhole(text, tokens) };
}

/** False where the text is longer than the window of the model: what it did not read it cannot compare. */
export function isReadWhole(text: string, { tokens }: WordVectors): boolean {
  return text.slice(tokens.at(-1)?.end ?? 0).trim() === '';
}

/** Logarithmic in the rank, as frequencies fall with the rank. */
function rarityOf(id: number, { firstWord, lastWord }: Vocabulary): number {
  const rank = Math.max(0, id - firstWord);
  return Math.log1p(rank) / Math.log1p(lastWord - firstWord);
}

function meanRow(rows: Float32Array, dimensions: number, first: number, end: number): Float32Array {
  if (end === first + 1) return rows.subarray(first * dimensions, end * dimensions);
  const mean = new Float32Array(dimensions);
  for (let row = first; row < end; row++) {
    for (let column = 0; column < dimensions; column++) mean[column]! += rows[row * dimensions + column]!;
  }
  const length = Math.hypot(...mean) || 1;
  for (let column = 0; column < dimensions; column++) mean[column]! /= length;
  return mean;
}
