import type { ReadText } from './words.js';

/**
 * What is written between words and is no punctuation of a sentence: of code, shells and sums ("@", "&&", "</", "[]"), a dash that
 * begins an option ("-l", with its letter as it is written), dots that stand alone ("cd ..").
 * Signs that are words of their own to the reader ("==", "&&") are compared as such.
 */
const SIGNS = /[@&%/\\#[\]{}]|(?<!\S)-+(?=\p{L})(?:\p{L}(?!\p{L}))?|(?<!\S)\.{1,3}(?!\S)|\(\)/gu;

/** In their order, those between the words alone. */
export function signsOf({ text, words }: ReadText): string[] {
  const found: string[] = [];
  let word = 0;
  for (const { 0: sign, index } of text.matchAll(SIGNS)) {
    while (word < words.length && words[word]!.end <= index) word++;
    if (word === words.length || words[word]!.start > index) found.push(sign);
  }
  return found;
}

export function areSameSigns(left: ReadText, right: ReadText): boolean {
  const others = signsOf(right);
  const signs = signsOf(left);
  return signs.length === others.length && signs.every((sign, at) => sign === others[at]);
}
