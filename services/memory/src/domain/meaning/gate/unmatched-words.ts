import type { Word } from '../word.js';

/** The words of each text that the other does not have: neither the same characters nor the same stem. */
export interface Unmatched {
  readonly left: readonly Word[];
  readonly right: readonly Word[];
}

export function unmatchedWords(left: readonly Word[], right: readonly Word[]): Unmatched {
  return { left: missingFrom(right, left), right: missingFrom(left, right) };
}

function missingFrom(others: readonly Word[], words: readonly Word[]): Word[] {
  const known = new Set<string>();
  for (const { text, stem } of others) {
    known.add(comparable(text));
    known.add(comparable(stem));
  }
  return words.filter(({ text, stem }) => !known.has(comparable(text)) && !known.has(comparable(stem)));
}

/** "sha-256" is "sha256", "Brazil's" is "Brazil". */
export function comparable(text: string): string {
  if (!/[-_']/.test(text)) return text;
  const bare = text.replace(/'s$|'(?=\p{L})/gu, '');
  return /\p{L}/u.test(bare) ? bare.replace(/[-_]/g, '') : bare;
}
