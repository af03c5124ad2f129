import { grownArray } from './columns.js';
import { PostingPool } from './posting-pool.js';

/**
 * A posting is the number of occurrences of a term in one row: row << 8 | count in the body << 2 | count in
 * the header. The counts saturate at 63 and 3, at which BM25 hardly grows any more.
 */
export const MAX_ROWS = 1 << 24;
export const MAX_BODY_COUNT = 63;
export const MAX_HEADER_COUNT = 3;

const postingRow = (posting: number): number => posting >>> 8;

/** The inverted index: the rows that contain each term, ascending. */
export class Postings {
  /** Number of each term, in insertion order. It is also the number of the list. */
  readonly #terms = new Map<string, number>();
  readonly #pool = new PostingPool();
  #termCharacters = 0;

  /** Number of distinct terms. */
  get size(): number {
    return this.#terms.size;
  }

  get byteSize(): { postings: number; terms: number } {
    // V8 takes about 48 bytes per map entry and 24 per string, plus its characters.
    return { postings: this.#pool.byteSize, terms: this.#terms.size * 72 + this.#termCharacters };
  }

  terms(): IterableIterator<string> {
    return this.#terms.keys();
  }

  /** Returns -1 if no row ever contained the term. */
  find(term: string): number {
    return this.#terms.get(term) ?? -1;
  }

  /** `row` must be higher than all previous rows. */
  add(row: number, bodyTerms: readonly string[], headerTerms: readonly string[]): void {
    for (const term of bodyTerms) this.#count(row, term, 4, MAX_BODY_COUNT << 2);
    for (const term of headerTerms) this.#count(row, term, 1, MAX_HEADER_COUNT);
  }

  /** Returns the postings of a term from about row `firstRow` on. Valid until the next call. */
  read(term: number, firstRow = 0): Uint32Array {
    return this.#pool.read(term, firstRow * 256);
  }

  /** Returns the number of postings of each of the first `terms` terms. */
  lengths(terms: number): Uint32Array {
    return this.#pool.lengths(terms);
  }

  /** Adds a new term with all its postings while a saved index is loaded. */
  addTerm(term: string, postings: Uint32Array): void {
    this.#pool.fill(this.#intern(term), postings);
  }

  /** Returns a copy with `newRow[row]` in place of each row; -1 drops it. The order must not change. */
  renumbered(newRow: Int32Array): Postings {
    const copy = new Postings();
    let renumberedPostings = new Uint32Array(0);
    for (const [term, number] of this.#terms) {
      const postings = this.read(number);
      renumberedPostings = grownArray(renumberedPostings, postings.length);
      let count = 0;
      for (const posting of postings) {
        const row = newRow[postingRow(posting)]!;
        if (row !== -1) renumberedPostings[count++] = ((row << 8) | (posting & 255)) >>> 0;
      }
      if (count > 0) copy.addTerm(term, renumberedPostings.subarray(0, count));
    }
    return copy;
  }

  #count(row: number, term: string, one: number, most: number): void {
    const list = this.#intern(term);
    if (this.#pool.length(list) > 0) {
      const last = this.#pool.last(list);
      if (postingRow(last) === row) {
        if ((last & most) !== most) this.#pool.setLast(list, last + one);
        return;
      }
    }
    this.#pool.append(list, ((row << 8) | one) >>> 0);
  }

  #intern(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.size;
    this.#terms.set(ownCopy(term), number);
    this.#termCharacters += term.length;
    return number;
  }
}

/** V8 would refer to the complete text for a substring of 13 or more characters. */
function ownCopy(term: string): string {
  if (term.length < 13) return term;
  const copy = Buffer.from(term, 'utf8').toString('utf8');
  return copy === term ? copy : term;
}
