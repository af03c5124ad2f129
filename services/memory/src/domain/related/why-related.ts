import { visitTerms } from '../retrieval/text/analyse-text.js';

/** Of each text; the rest of a long one says no more of what it is about. */
const READ_CHARACTERS = 400;
const MAX_NAMED = 3;
const MAX_WORD_CHARACTERS = 40;

/** In a few words why `found` is told of `text`; its words are those of `text`. */
export function whyRelated(text: string, found: string, isNearlySame: boolean): string {
  if (isNearlySame) return 'says nearly the same';
  const named = sharedWords(text, found);
  return named.length === 0 ? 'may speak of the same in other words' : `names the same: ${named.join(', ')}`;
}

/** The most telling words of `text` that the other has too, in its order: first what looks like a name or number, then the longest. */
function sharedWords(text: string, other: string): string[] {
  const read = text.slice(0, READ_CHARACTERS);
  const known = new Set<string>();
  visitTerms(other.slice(0, READ_CHARACTERS), (term) => {
    known.add(term);
  });
  const shared = new Map<string, { word: string; start: number; weight: number }>();
  let end = 0;
  visitTerms(read, (term, start, wordEnd) => {
    // An identifier comes first as a whole, then in parts.
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
