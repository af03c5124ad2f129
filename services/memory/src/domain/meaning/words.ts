import { type Lexicon, shippedLexicon } from '../lexicon/lexicon.js';
import { joinNames } from './join-names.js';
import { readPlainWords } from './plain-words.js';
import type { Word } from './word.js';

/** A text with its words: what can be compared without a model. */
export interface ReadText {
  readonly text: string;
  readonly words: readonly Word[];
}

/** The words of a text in order, with what the lexicon knows of them. Needs no model; any text, also empty. */
export function readWords(text: string, lexicon: Lexicon = shippedLexicon): Word[] {
  return joinNames(readPlainWords(text), lexicon);
}
