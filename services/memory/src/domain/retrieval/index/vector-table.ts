import { grownArray } from './grown-array.js';
import { createVectorScan, type VectorScan } from './vector-scan.js';

/**
 * Scanning a run of slots costs about this much less a slot than visiting the same slots one by one, so rows
 * that fill more than this share of their run are scanned with their gaps.
 */
const RUN_SHARE = 0.75;

/** The vectors of each row: none, one, or several (windows), in adjacent slots, in order of the rows. */
export class VectorTable {
  readonly dimensions: number;
  readonly #scan: VectorScan;
  /** Slots of row r: firstSlot[r] up to firstSlot[r + 1]. */
  #firstSlot: Uint32Array = new Uint32Array(64);
  #rows = 0;
  #slots = 0;
  #slotScores = new Float32Array(0);
  #slotList = new Uint32Array(0);

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#scan = createVectorScan(dimensions);
  }

  get rows(): number {
    return this.#rows;
  }

  get slots(): number {
    return this.#slots;
  }

  get byteSize(): number {
    const scratch = this.#slotScores.byteLength + this.#slotList.byteLength;
    return this.#slots * this.#scan.recordBytes + this.#firstSlot.byteLength + scratch;
  }

  /** Throws what `append` would throw for these vectors. */
  check(vectors: readonly Float32Array[]): void {
    for (const { length } of vectors) this.#checkLength(length);
    if (this.#slots + vectors.length > this.#scan.maxSlots) {
      throw new RangeError(`Expected at most ${this.#scan.maxSlots} vectors in one index`);
    }
  }

  append(vectors: readonly Float32Array[]): void {
    this.#scan.reserve(this.#slots + vectors.length);
    for (const vector of vectors) this.#scan.write(this.#slots++, vector);
    this.#rows++;
    this.#firstSlot = grownArray(this.#firstSlot, this.#rows + 1);
    this.#firstSlot[this.#rows] = this.#slots;
  }

  /** Dot product of the query with each row's best slot; NaN where a row has none. */
  score(query: Float32Array, rows: Uint32Array): Float32Array {
    this.#checkLength(query.length);
    const scores = new Float32Array(rows.length);
    if (rows.length === 0) return scores;
    this.#scan.setQuery(query);

    const firstSlot = this.#firstSlot;
    const runFirst = firstSlot[rows[0]!]!;
    const runSlots = firstSlot[rows[rows.length - 1]! + 1]! - runFirst;
    let wanted = 0;
    for (let i = 0; i < rows.length; i++) wanted += firstSlot[rows[i]! + 1]! - firstSlot[rows[i]!]!;
    const asRun = wanted > runSlots * RUN_SHARE;
    const scored = asRun ? runSlots : wanted;
    this.#slotScores = grownArray(this.#slotScores, scored);
    if (asRun) this.#scan.scoreRange(runFirst, runSlots, this.#slotScores);
    else this.#scan.scoreSlots(this.#slotsOf(rows, wanted), wanted, this.#slotScores);
    reduceToRows(scores, rows, firstSlot, this.#slotScores, asRun ? runFirst : -1);
    return scores;
  }

  /** Keeps these rows only, in this order (ascending); they are renumbered from 0. */
  keep(rows: Uint32Array): void {
    const bytes = this.#scan.bytes();
    const { recordBytes } = this.#scan;
    const firstSlot = new Uint32Array(rows.length + 1);
    let slots = 0;
    for (let i = 0; i < rows.length; i++) {
      const from = this.#firstSlot[rows[i]!]!;
      const to = this.#firstSlot[rows[i]! + 1]!;
      if (from !== slots) bytes.copyWithin(slots * recordBytes, from * recordBytes, to * recordBytes);
      slots += to - from;
      firstSlot[i + 1] = slots;
    }
    this.#firstSlot = firstSlot;
    this.#rows = rows.length;
    this.#slots = slots;
  }

  /** The table as bytes; what is appended later lies behind them. The records are a live view. */
  contents(): { firstSlot: Uint32Array; records: () => Uint8Array } {
    const length = this.#slots * this.#scan.recordBytes;
    return {
      firstSlot: this.#firstSlot.slice(0, this.#rows + 1),
      records: () => this.#scan.bytes().subarray(0, length),
    };
  }

  /** Takes over what `contents` gave; returns where the records have to be written. */
  restore(firstSlot: Uint32Array): Uint8Array {
    this.#firstSlot = firstSlot;
    this.#rows = firstSlot.length - 1;
    this.#slots = firstSlot[this.#rows]!;
    this.#scan.reserve(this.#slots);
    return this.#scan.bytes().subarray(0, this.#slots * this.#scan.recordBytes);
  }

  #slotsOf(rows: Uint32Array, count: number): Uint32Array {
    this.#slotList = grownArray(this.#slotList, count);
    const list = this.#slotList;
    const firstSlot = this.#firstSlot;
    let at = 0;
    for (let i = 0; i < rows.length; i++) {
      const end = firstSlot[rows[i]! + 1]!;
      for (let slot = firstSlot[rows[i]!]!; slot < end; slot++) list[at++] = slot;
    }
    return list;
  }

  #checkLength(length: number): void {
    if (length !== this.dimensions) {
      throw new RangeError(`Expected a vector of ${this.dimensions} dimensions, received ${length}`);
    }
  }
}

/** `runFirst` is the slot of slotScores[0] where a run was scored; -1 where exactly the rows' slots were. */
function reduceToRows(
  scores: Float32Array,
  rows: Uint32Array,
  firstSlot: Uint32Array,
  slotScores: Float32Array,
  runFirst: number,
): void {
  let next = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const first = firstSlot[row]!;
    const count = firstSlot[row + 1]! - first;
    const at = runFirst === -1 ? next : first - runFirst;
    let best = count === 0 ? Number.NaN : slotScores[at]!;
    for (let slot = 1; slot < count; slot++) {
      const score = slotScores[at + slot]!;
      if (score > best) best = score;
    }
    scores[i] = best;
    next += count;
  }
}
