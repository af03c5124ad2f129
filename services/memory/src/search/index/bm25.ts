import type { Bm25Options, KeywordCoverage } from '../signals.js';
import type { IndexColumns } from './columns.js';
import { grownArray } from './columns.js';
import type { ConversationLinks } from './conversation-links.js';
import { MAX_BODY_COUNT, MAX_HEADER_COUNT, type Postings } from './postings.js';
import { TurnWindowMaker, type TurnWindows } from './turn-windows.js';

/** Maps each row to its index in a row list, or to -1. Caches the map of the last list. */
class RowPositions {
  #positions = new Int32Array(0);
  #rows: Uint32Array | null = null;

  get byteSize(): number {
    return this.#positions.byteLength;
  }

  /** Valid until the next call. The array has at least `allocatedRows` elements. */
  of(rows: Uint32Array, allocatedRows: number): Int32Array {
    const known = this.#rows;
    if (known === rows && this.#positions.length >= allocatedRows) return this.#positions;
    if (this.#positions.length < allocatedRows) {
      this.#positions = new Int32Array(Math.ceil(allocatedRows * 1.25)).fill(-1);
    } else if (known !== null) {
      const positions = this.#positions;
      // fill() runs at memory speed, which is faster than resetting even a tenth of the rows one by one.
      if (known.length > positions.length / 10) positions.fill(-1);
      else for (let at = 0; at < known.length; at++) positions[known[at]!] = -1;
    }
    const positions = this.#positions;
    for (let at = 0; at < rows.length; at++) positions[rows[at]!] = at;
    this.#rows = rows;
    return positions;
  }
}

// V8 reloads an imported name in each iteration, which took a sixth of the time here.
const BODY_COUNT = MAX_BODY_COUNT;
const HEADER_COUNT = MAX_HEADER_COUNT;

const NO_POSTINGS = new Uint32Array(0);

/**
 * Computes BM25 over a chosen set of rows: the sum over the distinct query terms of idf (k1 + 1) tf / (tf +
 * k1 (1 - b + b length / average)), idf = ln(1 + (N - df + 0.5) / (df + 0.5)), where N, df and the average
 * length are those of the chosen rows.
 */
export class Bm25 {
  readonly #postings: Postings;
  readonly #columns: IndexColumns;
  readonly #positions = new RowPositions();
  #totalLengths = new WeakMap<Uint32Array, { body: number; header: number }>();
  readonly #windows: TurnWindowMaker;
  /** Scratch memory, zero between calls: the frequency of one term in each window. */
  #frequency = new Uint32Array(0);
  /** Scratch memory: the windows that contain one term. */
  #touched = new Uint32Array(0);

  constructor(postings: Postings, columns: IndexColumns, links: ConversationLinks) {
    this.#postings = postings;
    this.#columns = columns;
    this.#windows = new TurnWindowMaker(columns, links);
  }

  get byteSize(): number {
    const scratch = this.#frequency.byteLength + this.#touched.byteLength;
    return this.#positions.byteSize + this.#windows.byteSize + scratch;
  }

  keyword(terms: readonly string[], rows: Uint32Array, options: Bm25Options): Float32Array {
    return this.keywordCoverage(terms, rows, options).bm25;
  }

  /** Returns BM25 and the idf sum of each row, and the idf sum of all terms. Overwrites `into`. */
  keywordCoverage(
    terms: readonly string[],
    rows: Uint32Array,
    { k1, b, field }: Bm25Options,
    into: { bm25: Float32Array; covered: Float32Array } = {
      bm25: new Float32Array(rows.length),
      covered: new Float32Array(rows.length),
    },
  ): KeywordCoverage {
    const scores = into.bm25.fill(0);
    const covered = into.covered.fill(0);
    const absent: string[] = [];
    let totalIdf = 0;
    if (rows.length === 0) return { bm25: scores, covered, totalIdf, absent };
    const { bodyLength, headerLength } = this.#columns;
    const positions = this.#positions.of(rows, bodyLength.length);
    const headerMask = field === 'all' ? HEADER_COUNT : 0;
    const headerShare = field === 'all' ? 1 : 0;
    const total = this.#lengthsOf(rows);
    const average = (total.body + headerShare * total.header) / rows.length || 1;
    const lengthWeight = (k1 * b) / average;
    const gapless = field === 'all' && rows.at(-1) === rows.length - 1;

    for (const term of new Set(terms)) {
      const number = this.#postings.find(term);
      const postings = number === -1 ? NO_POSTINGS : this.#postings.read(number, rows[0]);
      const counted = (BODY_COUNT << 2) | headerMask;
      // In a list without gaps every posting counts if the last one does.
      const allCount = gapless && (postings.at(-1) ?? 0) >>> 8 < rows.length;
      const df = allCount ? postings.length : countRows(postings, positions, counted);
      const idf = inverseDocumentFrequency(df, rows.length);
      totalIdf += idf;
      if (df === 0) {
        absent.push(term);
        continue;
      }
      const weight = idf * (k1 + 1);
      for (let i = 0; i < postings.length; i++) {
        const posting = postings[i]!;
        const row = posting >>> 8;
        const at = positions[row]!;
        if (at < 0) continue;
        const tf = ((posting >>> 2) & BODY_COUNT) + (posting & headerMask);
        const length = bodyLength[row]! + headerShare * headerLength[row]!;
        // If tf and k1 are 0, this would be 0 / 0.
        if (tf === 0) continue;
        scores[at]! += (weight * tf) / (tf + k1 * (1 - b) + lengthWeight * length);
        covered[at]! += idf;
      }
    }
    return { bm25: scores, covered, totalIdf, absent };
  }

  /**
   * Computes BM25 over windows of turns, always of bodies. Windows count positions in the complete
   * conversation; turns outside `rows` take a position and contribute no terms.
   */
  windowKeyword(
    terms: readonly string[],
    rows: Uint32Array,
    { k1, b, before, after }: Bm25Options & { before: number; after: number },
  ): Float32Array {
    const scores = new Float32Array(rows.length);
    if (rows.length === 0) return scores;
    const windows = this.#windows.of(rows, before, after);
    const { order, positionAt, lengths, averageLength } = windows;
    const lengthWeight = (k1 * b) / (averageLength || 1);
    this.#frequency = grownArray(this.#frequency, order.places);
    this.#touched = grownArray(this.#touched, order.places);
    const frequency = this.#frequency;
    const touched = this.#touched;

    for (const number of this.#numbersOf(terms)) {
      const postings = this.#postings.read(number, rows[0]);
      const df = spread(postings, windows, before, after, frequency, touched);
      const idf = inverseDocumentFrequency(df, rows.length) * (k1 + 1);
      for (let i = 0; i < df; i++) {
        const place = touched[i]!;
        const tf = frequency[place]!;
        frequency[place] = 0;
        scores[positionAt[place]!]! += (idf * tf) / (tf + k1 * (1 - b) + lengthWeight * lengths[place]!);
      }
    }
    return scores;
  }

  /** Returns the numbers of the known terms without duplicates. */
  #numbersOf(terms: readonly string[]): number[] {
    return Array.from(new Set(terms), (term) => this.#postings.find(term)).filter((number) => number !== -1);
  }

  #lengthsOf(rows: Uint32Array): { body: number; header: number } {
    const known = this.#totalLengths.get(rows);
    if (known !== undefined) return known;
    const { bodyLength, headerLength } = this.#columns;
    let body = 0;
    let header = 0;
    for (let at = 0; at < rows.length; at++) {
      body += bodyLength[rows[at]!]!;
      header += headerLength[rows[at]!]!;
    }
    this.#totalLengths.set(rows, { body, header });
    return { body, header };
  }
}

function inverseDocumentFrequency(df: number, documents: number): number {
  return Math.log(1 + (documents - df + 0.5) / (df + 0.5));
}

/** Returns the number of postings whose row has a position and whose masked count is not zero. */
function countRows(postings: Uint32Array, positions: Int32Array, countMask: number): number {
  let count = 0;
  for (let i = 0; i < postings.length; i++) {
    const posting = postings[i]!;
    if (positions[posting >>> 8]! >= 0 && (posting & countMask) !== 0) count++;
  }
  return count;
}

/** Adds each posting to the windows of its turn, which `touched` lists. Returns their number. */
function spread(
  postings: Uint32Array,
  { order: { placeOf, firstOutside }, positionAt }: TurnWindows,
  before: number,
  after: number,
  frequency: Uint32Array,
  touched: Uint32Array,
): number {
  let count = 0;
  for (let i = 0; i < postings.length; i++) {
    const posting = postings[i]!;
    const tf = (posting >>> 2) & BODY_COUNT;
    const own = placeOf[posting >>> 8]!;
    if (positionAt[own]! < 0 || tf === 0) continue;
    // The term is in the windows of `after` turns before this turn and of `before` turns after it.
    const isTurn = own < firstOutside;
    const last = isTurn ? own + before : own;
    for (let place = isTurn ? own - after : own; place <= last; place++) {
      if (positionAt[place]! < 0) continue;
      const sum = frequency[place]!;
      if (sum === 0) touched[count++] = place;
      frequency[place] = sum + tf;
    }
  }
  return count;
}
