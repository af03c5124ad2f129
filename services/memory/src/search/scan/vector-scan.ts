import { VECTOR_SCAN_WASM } from './vector-scan.wasm.js';

/**
 * int8 vectors in WebAssembly memory and the SIMD loop over them (vector-scan.wat). A record is the padded
 * vector and its f32 scale; its number is its slot. Memory grows in place, without a copy, up to 4 GiB.
 */
export interface VectorScan {
  readonly recordBytes: number;
  /** Maximum number of slots. */
  readonly maxSlots: number;
  /** Allocates slots and invalidates earlier views. Throws a RangeError beyond `maxSlots`. */
  reserve(slots: number): void;
  /** Returns the bytes of all reserved slots. */
  bytes(): Uint8Array;
  /** Stores the vector as round(x / scale) with scale = max|x| / 127. */
  write(slot: number, vector: Float32Array): void;
  /** Returns the stored, quantised vector. */
  read(slot: number): Float32Array;
  setQuery(query: Float32Array): void;
  /** Sets out[i] to the dot product of the query and slot first + i. */
  scoreRange(first: number, count: number, out: Float32Array): void;
  /** Sets out[i] to the dot product of the query and slot slots[i]. */
  scoreSlots(slots: Uint32Array, count: number, out: Float32Array): void;
}

/** The parts of WebAssembly used here, which the Node types of this version do not declare. */
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: ScanExports };
}

interface ScanExports {
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  score(
    records: number,
    stride: number,
    dimensions: number,
    list: number,
    first: number,
    count: number,
    query: number,
    queryScale: number,
    out: number,
  ): void;
}

const PAGE = 65_536;
const MAX_PAGES = 65_536;
/** Offsets in bytes: the first page, then the records. */
const QUERY_AT = 0;
const LIST_AT = 16_384;
const OUT_AT = 32_768;
const RECORDS_AT = PAGE;
/** Slots per call: list and scores fit into the L1 cache; the four streams are 400 kB apart. */
const CHUNK = 4_096;
/** The query must fit into its part of the first page. */
const MAX_DIMENSIONS = (LIST_AT - QUERY_AT) / 2;

let compiled: object | undefined;

export function createVectorScan(dimensions: number): VectorScan {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS) {
    throw new RangeError(`Expected 1 to ${MAX_DIMENSIONS} dimensions, received ${dimensions}`);
  }
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
  compiled ??= new Module(Buffer.from(VECTOR_SCAN_WASM, 'base64'));
  const { memory, score } = new Instance(compiled).exports;
  const padded = Math.ceil(dimensions / 16) * 16;
  const recordBytes = padded + 4;
  const maxSlots = Math.floor((MAX_PAGES * PAGE - RECORDS_AT) / recordBytes);
  /** Keeps any sum of |int8 * int16| below 2^31. */
  const queryLimit = Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * padded)));

  let int8 = new Int8Array(memory.buffer);
  let float32 = new Float32Array(memory.buffer);
  let queryScale = 0;

  return {
    recordBytes,
    maxSlots,

    reserve(slots) {
      if (slots > maxSlots) {
        throw new RangeError(
          `Expected at most ${maxSlots} vectors of ${dimensions} dimensions, received ${slots}`,
        );
      }
      const missing = Math.ceil((RECORDS_AT + slots * recordBytes) / PAGE) - memory.buffer.byteLength / PAGE;
      if (missing <= 0) return;
      // Grows by at least an eighth: untouched pages cost only address space.
      const ahead = Math.min(
        Math.max(missing, Math.ceil(memory.buffer.byteLength / PAGE / 8)),
        MAX_PAGES - memory.buffer.byteLength / PAGE,
      );
      memory.grow(ahead);
      int8 = new Int8Array(memory.buffer);
      float32 = new Float32Array(memory.buffer);
    },

    bytes: () => new Uint8Array(memory.buffer, RECORDS_AT),

    write(slot, vector) {
      const at = RECORDS_AT + slot * recordBytes;
      const scale = largest(vector) / 127;
      for (let d = 0; d < dimensions; d++) int8[at + d] = scale === 0 ? 0 : Math.round(vector[d]! / scale);
      int8.fill(0, at + dimensions, at + padded);
      float32[(at + padded) / 4] = scale;
    },

    read(slot) {
      const at = RECORDS_AT + slot * recordBytes;
      const scale = float32[(at + padded) / 4]!;
      const vector = new Float32Array(dimensions);
      for (let d = 0; d < dimensions; d++) vector[d] = int8[at + d]! * scale;
      return vector;
    },

    setQuery(query) {
      const quantised = new Int16Array(memory.buffer, QUERY_AT, padded).fill(0);
      queryScale = largest(query) / queryLimit;
      for (let d = 0; d < dimensions; d++)
        quantised[d] = queryScale === 0 ? 0 : Math.round(query[d]! / queryScale);
    },

    scoreRange(first, count, out) {
      const scores = new Float32Array(memory.buffer, OUT_AT, CHUNK);
      for (let done = 0; done < count; done += CHUNK) {
        const size = Math.min(CHUNK, count - done);
        score(RECORDS_AT, recordBytes, padded, 0, first + done, size, QUERY_AT, queryScale, OUT_AT);
        out.set(size === CHUNK ? scores : scores.subarray(0, size), done);
      }
    },

    scoreSlots(slots, count, out) {
      const list = new Uint32Array(memory.buffer, LIST_AT, CHUNK);
      const scores = new Float32Array(memory.buffer, OUT_AT, CHUNK);
      for (let done = 0; done < count; done += CHUNK) {
        const size = Math.min(CHUNK, count - done);
        list.set(slots.subarray(done, done + size));
        score(RECORDS_AT, recordBytes, padded, LIST_AT, 0, size, QUERY_AT, queryScale, OUT_AT);
        out.set(size === CHUNK ? scores : scores.subarray(0, size), done);
      }
    },
  };
}

function largest(vector: Float32Array): number {
  let most = 0;
  for (let d = 0; d < vector.length; d++) {
    const magnitude = Math.abs(vector[d]!);
    if (magnitude > most) most = magnitude;
  }
  return most;
}
