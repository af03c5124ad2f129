import type { Bm25Options } from '../signals.js';
import type { IndexColumns } from './columns.js';
import { grownArray } from './grown-array.js';
import { MAX_BODY_COUNT, MAX_HEADER_COUNT, type Postings, postingRow } from './postings.js';
import { RowPositions } from './row-positions.js';

/**
 * BM25 over a chosen set of rows: the sum over the distinct query terms of
 * idf (k1 + 1) tf / (tf + k1 (1 - b + b length / average)), idf = ln(1 + (N - df + .5) / (df + .5)),
 * where N, df and the average length are those of the chosen rows only.
 */
export class Bm25 {
  readonly #postings: Postings;
  readonly #columns: IndexColumns;
  readonly #positions = new RowPositions();
  #totalLengths = new WeakMap<Uint32Array, { body: number; header: number }>();
  #windows: Windows | null = null;
  /** Scratch: what one term matched. */
  #at = new Uint32Array(0);
  #frequency = new Uint32Array(0);
  /** Scratch, all zero between calls: one term's frequency in each window. */
  #windowFrequency = new Uint32Array(0);

  constructor(postings: Postings, columns: IndexColumns) {
    this.#postings = postings;
    this.#columns = columns;
  }

  get byteSize(): number {
    const scratch = [this.#at, this.#frequency, this.#windowFrequency, this.#windows?.lengths];
    return scratch.reduce((sum, array) => sum + (array?.byteLength ?? 0), this.#positions.byteSize);
  }

  keyword(terms: readonly string[], rows: Uint32Array, { k1, b, field }: Bm25Options): Float32Array {
    const scores = new Float32Array(rows.length);
    const { bodyLength, headerLength } = this.#columns;
    const positions = this.#positions.of(rows, bodyLength.length);
    const headerMask = field === 'all' ? MAX_HEADER_COUNT : 0;
    const headerShare = field === 'all' ? 1 : 0;
    const total = this.#lengthsOf(rows);
    const average = (total.body + headerShare * total.header) / rows.length || 1;
    const lengthWeight = (k1 * b) / average;

    for (const postings of this.#read(terms, rows)) {
      const at = this.#at;
      const frequency = this.#frequency;
      let matches = 0;
      for (let i = 0; i < postings.length; i++) {
        const posting = postings[i]!;
        const row = postingRow(posting);
        const position = positions === null ? row : positions[row]!;
        const count = ((posting >>> 2) & MAX_BODY_COUNT) + (posting & headerMask);
        if (position >>> 0 >= rows.length || count === 0) continue;
        at[matches] = position;
        frequency[matches++] = count;
      }
      const idf = inverseDocumentFrequency(matches, rows.length) * (k1 + 1);
      for (let i = 0; i < matches; i++) {
        const position = at[i]!;
        const row = rows[position]!;
        const length = bodyLength[row]! + headerShare * headerLength[row]!;
        const tf = frequency[i]!;
        scores[position]! += (idf * tf) / (tf + k1 * (1 - b) + lengthWeight * length);
      }
    }
    return scores;
  }

  /**
   * The same over windows of turns, always of bodies. Places are counted along the whole conversation; turns
   * outside `rows` take a place and add nothing. `version` changes with every write to the index.
   */
  windowKeyword(
    terms: readonly string[],
    rows: Uint32Array,
    options: Bm25Options & { before: number; after: number },
    version: number,
  ): Float32Array {
    const { k1, b, before, after } = options;
    const scores = new Float32Array(rows.length);
    const { previous, next } = this.#columns;
    const positions = this.#positions.of(rows, previous.length);
    const { lengths, average } = this.#windowsOf(rows, positions, before, after, version);
    const lengthWeight = (k1 * b) / (average || 1);
    this.#windowFrequency = grownArray(this.#windowFrequency, rows.length);
    const frequency = this.#windowFrequency;
    this.#at = grownArray(this.#at, rows.length);

    for (const postings of this.#read(terms, rows)) {
      const touched = this.#at;
      let matches = 0;
      for (let i = 0; i < postings.length; i++) {
        const posting = postings[i]!;
        const row = postingRow(posting);
        const own = positions === null ? row : positions[row]!;
        const count = (posting >>> 2) & MAX_BODY_COUNT;
        if (own >>> 0 >= rows.length || count === 0) continue;
        if (frequency[own] === 0) touched[matches++] = own;
        frequency[own]! += count;
        // It stands in its own window, ahead of `before` later turns, and behind `after` earlier ones.
        for (let turn = next[row]!, place = 0; turn !== -1 && place < before; turn = next[turn]!, place++) {
          const at = positions === null ? turn : positions[turn]!;
          if (at >>> 0 >= rows.length) continue;
          if (frequency[at] === 0) touched[matches++] = at;
          frequency[at]! += count;
        }
        for (
          let turn = previous[row]!, place = 0;
          turn !== -1 && place < after;
          turn = previous[turn]!, place++
        ) {
          const at = positions === null ? turn : positions[turn]!;
          if (at >>> 0 >= rows.length) continue;
          if (frequency[at] === 0) touched[matches++] = at;
          frequency[at]! += count;
        }
      }
      const idf = inverseDocumentFrequency(matches, rows.length) * (k1 + 1);
      for (let i = 0; i < matches; i++) {
        const at = touched[i]!;
        const tf = frequency[at]!;
        frequency[at] = 0;
        scores[at]! += (idf * tf) / (tf + k1 * (1 - b) + lengthWeight * lengths[at]!);
      }
    }
    return scores;
  }

  /** The postings of each distinct known term, with scratch room for as many matches. */
  *#read(terms: readonly string[], rows: Uint32Array): Generator<Uint32Array, void, void> {
    if (rows.length === 0) return;
    for (const term of new Set(terms)) {
      const number = this.#postings.find(term);
      if (number === -1) continue;
      const postings = this.#postings.read(number, rows[0]);
      this.#at = grownArray(this.#at, postings.length);
      this.#frequency = grownArray(this.#frequency, postings.length);
      yield postings;
    }
  }

  #lengthsOf(rows: Uint32Array): { body: number; header: number } {
    const known = this.#totalLengths.get(rows);
    if (known !== undefined) return known;
    const { bodyLength, headerLength } = this.#columns;
    const total = { body: 0, header: 0 };
    for (let at = 0; at < rows.length; at++) {
      total.body += bodyLength[rows[at]!]!;
      total.header += headerLength[rows[at]!]!;
    }
    this.#totalLengths.set(rows, total);
    return total;
  }

  #windowsOf(
    rows: Uint32Array,
    positions: Int32Array | null,
    before: number,
    after: number,
    version: number,
  ): Windows {
    const known = this.#windows;
    if (
      known !== null &&
      known.rows === rows &&
      known.before === before &&
      known.after === after &&
      known.version === version
    ) {
      return known;
    }
    const { previous, next, bodyLength } = this.#columns;
    const lengths = new Float32Array(rows.length);
    let total = 0;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      let length = bodyLength[row]!;
      for (
        let turn = previous[row]!, place = 0;
        turn !== -1 && place < before;
        turn = previous[turn]!, place++
      ) {
        if ((positions === null ? turn : positions[turn]!) >>> 0 < rows.length) length += bodyLength[turn]!;
      }
      for (let turn = next[row]!, place = 0; turn !== -1 && place < after; turn = next[turn]!, place++) {
        if ((positions === null ? turn : positions[turn]!) >>> 0 < rows.length) length += bodyLength[turn]!;
      }
      lengths[at] = length;
      total += length;
    }
    this.#windows = { rows, before, after, version, lengths, average: total / rows.length };
    return this.#windows;
  }
}

interface Windows {
  rows: Uint32Array;
  before: number;
  after: number;
  version: number;
  /** In terms, by position in `rows`. */
  lengths: Float32Array;
  average: number;
}

function inverseDocumentFrequency(df: number, documents: number): number {
  return Math.log(1 + (documents - df + 0.5) / (df + 0.5));
}
