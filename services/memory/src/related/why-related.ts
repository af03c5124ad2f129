import { visitTerms } from '../search/text/analyse-text.js';

/** Number of characters read of each text. The start of a long text shows its subject. */
const READ_CHARACTERS = 400;
const MAX_NAMED = 3;
const MAX_WORD_CHARACTERS = 40;

/** Explains in a short phrase why `found` is related to `text`. The phrase quotes words of `text`. */
export function whyRelated(text: string, found: string, isNearlySame: boolean): string {
  if (isNearlySame) return 'says nearly the same';
  const named = sharedWords(text, found);
  return named.length === 0 ? 'may speak of the same in other words' : `names the same: ${named.join(', ')}`;
}

/**
 * Returns the most significant words of `text` that are also in `other`, in their order in `text`. Words that
 * look like a name or number are preferred, then longer words.
 */
function sharedWords(text: string, other: string): string[] {
  const read = text.slice(0, READ_CHARACTERS);
  const known = new Set<string>();
  visitTerms(other.slice(0, READ_CHARACTERS), (term) => {
    known.add(term);
  });
  const shared = new Map<string, { word: string; start: number; weight: number }>();
  let end = 0;
  visitTerms(read, (term, start, wordEnd) => {
    // An identifier is visited as a whole first, then in parts.
    const isLong = wordEnd - start > MAX_WORD_CHARACTERS;
    if (start < end || isLong || !known.has(term) || shared.has(term)) return;
    end = wordEnd;
    const word = read.slice(start, wordEnd);
    const isName = /[\p{N}\p{Lu}]/u.test(start === 0 ? word.slice(1) : word);
    shared.set(term, { word, start, weight: word.length + (isName ? READ_CHARACTERS : 0) });
  });
  return [...shared.values()]
    .sort((a, b) => b.weight - a.weight || a.start - b.start)
    .slice(0, MAX_NAMED)
    .sort((a, b) => a.start - b.start)
    .map(({ word }) => word);
}
