import { MAX_BODY_COUNT, MAX_HEADER_COUNT } from '../../domain/retrieval/index/postings.js';

/**
 * Our terms as words of PostgreSQL's text search: `'ferri':1,2 'ann':1A` says that a term stands twice in the body, another once in the
 * header. Positions only count. Written and read here, so that the database keeps what BM25 needs of a text and nothing else.
 */

/** A word of the text search has at most 2,046 bytes. */
const MAX_TERM_LENGTH = 500;
/** A text may have at most a megabyte of words: of a very long one the last are left out. */
const MAX_CHARACTERS = 160_000;

/** A term as it is kept; no character is cut in two. */
export const keptTerm = (term: string): string =>
  term.length <= MAX_TERM_LENGTH ? term : term.slice(0, MAX_TERM_LENGTH).replace(/[\uD800-\uDBFF]$/, '');

/** The term as a word in the text of a `tsvector` or a `tsquery`. */
export function quotedWord(term: string): string {
  return `'${keptTerm(term).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

export interface TermCount {
  body: number;
  header: number;
}

/** The text of the `tsvector` of these terms. */
export function writeWordVector(bodyTerms: readonly string[], headerTerms: readonly string[]): string {
  const counts = new Map<string, TermCount>();
  let characters = 0;
  const countOf = (term: string): TermCount | undefined => {
    const kept = keptTerm(term);
    const known = counts.get(kept);
    if (known !== undefined) return known;
    characters += kept.length;
    if (characters > MAX_CHARACTERS) return undefined;
    const count = { body: 0, header: 0 };
    counts.set(kept, count);
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

/** Calls `visit` for every word of a `tsvector`, as PostgreSQL writes it. */
export function readWordVector(
  text: string,
  visit: (term: string, body: number, header: number) => void,
): void {
  let at = text.indexOf("'");
  while (at !== -1) {
    const start = at + 1;
    let end = text.indexOf("'", start);
    let isPlain = true;
    // A quotation mark inside of a word is doubled.
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
