import { MAX_BODY_COUNT, MAX_HEADER_COUNT } from '../../search/index/postings.js';

/**
 * Terms as words of PostgreSQL's text search: `'ferri':1,2 'ann':1A` means that the first term occurs twice
 * in the body and the second once in the header. Positions only count occurrences. This module writes and
 * reads the format, so that the database stores exactly the data that BM25 needs.
 */

/** Maximum length of a term; a word of the text search has at most 2,046 bytes. */
const MAX_TERM_LENGTH = 500;
/**
 * Maximum characters of all words, because a text can have at most a megabyte of words. A very long text
 * loses the words at its end.
 */
const MAX_CHARACTERS = 160_000;

/** Returns the stored form of the term, without cutting a character in two. */
export const storedTerm = (term: string): string =>
  term.length <= MAX_TERM_LENGTH ? term : term.slice(0, MAX_TERM_LENGTH).replace(/[\uD800-\uDBFF]$/, '');

/** Returns the term as a word in the text of a `tsvector` or a `tsquery`. */
export function quotedWord(term: string): string {
  return `'${storedTerm(term).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export interface TermCount {
  body: number;
  header: number;
}

/** Returns the text of the `tsvector` of these terms. */
export function writeWordVector(bodyTerms: readonly string[], headerTerms: readonly string[]): string {
  const counts = new Map<string, TermCount>();
  let characters = 0;
  const countOf = (term: string): TermCount | undefined => {
    const stored = storedTerm(term);
    const known = counts.get(stored);
    if (known !== undefined) return known;
    characters += stored.length;
    if (characters > MAX_CHARACTERS) return undefined;
    const count = { body: 0, header: 0 };
    counts.set(stored, count);
    return count;
  };
  for (const term of headerTerms) {
    const count = countOf(term);
    if (count !== undefined && count.header < MAX_HEADER_COUNT) count.header++;
  }
  for (const term of bodyTerms) {
    const count = countOf(term);
    if (count !== undefined && count.body < MAX_BODY_COUNT) count.body++;
  }
  return Array.from(counts, ([term, count]) => `${quotedWord(term)}:${positions(count)}`).join(' ');
}

function positions({ body, header }: TermCount): string {
  const places: string[] = [];
  for (let place = 1; place <= body; place++) places.push(String(place));
  for (let place = 1; place <= header; place++) places.push(`${body + place}A`);
  return places.join(',');
}

/** Calls `visit` for every word of a `tsvector` in PostgreSQL's output format. */
export function readWordVector(
  text: string,
  visit: (term: string, body: number, header: number) => void,
): void {
  let at = text.indexOf("'");
  while (at !== -1) {
    const start = at + 1;
    let end = text.indexOf("'", start);
    let isPlain = true;
    // A quotation mark inside a word is doubled.
    while (text[end + 1] === "'") {
      isPlain = false;
      end = text.indexOf("'", end + 2);
    }
    const written = text.slice(start, end);
    const term = isPlain && !written.includes('\\') ? written : unquoted(written);
    let next = text.indexOf(' ', end);
    if (next === -1) next = text.length;
    let body = 0;
    let header = 0;
    for (let place = end + 2; place < next; ) {
      let comma = text.indexOf(',', place);
      if (comma === -1 || comma > next) comma = next;
      if (text[comma - 1] === 'A') header++;
      else body++;
      place = comma + 1;
    }
    visit(term, body, header);
    at = next < text.length ? next + 1 : -1;
  }
}

const unquoted = (written: string): string => written.replaceAll("''", "'").replaceAll('\\\\', '\\');
