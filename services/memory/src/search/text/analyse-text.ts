import { analyseChunk, type TermVisitor } from './analyse-chunk.js';
import { stemWord } from './stem-word.js';

/**
 * Returns the index terms of a text in order, with duplicates: Porter stems without stop words, identifiers
 * as a whole and in parts ("KX-4471" gives kx-4471, kx, 4471), bigrams of Chinese, Japanese, Korean and Thai,
 * without accents. Queries and memories use the same function, so that their terms match.
 */
export function analyseText(text: string): string[] {
  const terms: string[] = [];
  visitTerms(text, (term) => {
    terms.push(term);
  });
  return terms;
}

/**
 * Calls `visit` for every term of the text. Runs of non-space characters that are one plain English word with
 * punctuation around it, which is most prose, take a fast path; all others use `analyseChunk`.
 */
export function visitTerms(text: string, visit: TermVisitor): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    if (text.charCodeAt(at) <= 32) {
      at++;
      continue;
    }
    const chunkStart = at;
    let wordStart = -1;
    let wordEnd = -1;
    let plain = true;
    let capitals = 0;
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code <= 32) break;
      const kind = code < 128 ? KIND[code]! : Kind.special;
      if (kind === Kind.punctuation) continue;
      if (kind === Kind.special) plain = false;
      if (wordStart === -1) {
        wordStart = at;
        if (at > chunkStart && text.charCodeAt(at - 1) === FULL_STOP) plain = false; // ".env"
      } else if (wordEnd !== at)
        plain = false; // a second word after punctuation
      else if (kind === Kind.upper ? capitals !== at - wordStart : capitals >= 2) plain = false; // humps
      if (kind === Kind.upper) capitals++;
      wordEnd = at + 1;
    }
    if (!plain) {
      analyseChunk(text.slice(chunkStart, at), chunkStart, visit);
    } else if (wordStart !== -1) {
      // Apostrophes count as letters inside a word, and as quotation marks around it.
      while (wordStart < wordEnd && text.charCodeAt(wordStart) === APOSTROPHE) wordStart++;
      while (wordEnd > wordStart && text.charCodeAt(wordEnd - 1) === APOSTROPHE) wordEnd--;
      const word = text.slice(wordStart, wordEnd);
      const term = stemWord(capitals > 0 ? word.toLowerCase() : word);
      if (term !== '') visit(term, wordStart, wordEnd);
    }
  }
}

const APOSTROPHE = 39;
const FULL_STOP = 46;

/** The kinds of ASCII characters in the fast path. */
const Kind = { punctuation: 0, lower: 1, upper: 2, special: 3 } as const;

const KIND = new Uint8Array(128);
for (let code = 97; code <= 122; code++) KIND[code] = Kind.lower;
for (let code = 65; code <= 90; code++) KIND[code] = Kind.upper;
for (let code = 48; code <= 57; code++) KIND[code] = Kind.special;
for (const joiner of '_/\\@#+') KIND[joiner.charCodeAt(0)] = Kind.special;
KIND[APOSTROPHE] = Kind.lower;

/**
 * Version of the text analysis. Raise it when the terms of a text, its facts, its embedded text or the order
 * of turns changes. The index file and the search rows in PostgreSQL are then rebuilt.
 */
export const TEXT_VERSION = 5;
