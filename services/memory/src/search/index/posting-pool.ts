import { grownArray } from './columns.js';

/**
 * Append-only lists of 32-bit numbers. There are very many lists, most of them very short, packed in a few
 * large segments.
 *
 * A list with one entry is the entry itself. A longer list is a chain of chunks, each half as long as the
 * list was at that time, so that no entry ever moves and on average a sixth of the memory is unused. A chunk
 * is [address of the next chunk or 0, capacity << 16 | used, entries ...] and does not cross segments.
 */
export class PostingPool {
  readonly #segments: Uint32Array[] = [];
  /** Address of the first free word. Address 0 means "no chunk". */
  #end = 1;
  /** The only entry of each list, or the address of its first chunk. */
  #head = new Uint32Array(0);
  #tail = new Uint32Array(0);
  #length = new Uint32Array(0);
  #read = new Uint32Array(0);

  get byteSize(): number {
    return (this.#segments.length * SEGMENT + this.#head.length * 3 + this.#read.length) * 4;
  }

  length(list: number): number {
    return this.#length[list] ?? 0;
  }

  /** Returns the lengths of the lists below `count`. */
  lengths(count: number): Uint32Array {
    this.#reserve(count - 1);
    return this.#length.slice(0, count);
  }

  /** Returns the last entry of a list that is not empty. */
  last(list: number): number {
    if (this.#length[list] === 1) return this.#head[list]!;
    const chunk = this.#tail[list]!;
    const segment = this.#segments[chunk >>> SEGMENT_BITS]!;
    const at = chunk & OFFSET;
    return segment[at + 1 + (segment[at + 1]! & USED)]!;
  }

  setLast(list: number, entry: number): void {
    if (this.#length[list] === 1) {
      this.#head[list] = entry;
      return;
    }
    const chunk = this.#tail[list]!;
    const segment = this.#segments[chunk >>> SEGMENT_BITS]!;
    const at = chunk & OFFSET;
    segment[at + 1 + (segment[at + 1]! & USED)] = entry;
  }

  append(list: number, entry: number): void {
    this.#reserve(list);
    const length = this.#length[list]!;
    this.#length[list] = length + 1;
    if (length === 0) {
      this.#head[list] = entry;
      return;
    }
    if (length === 1) {
      const chunk = this.#allocate(FIRST_CHUNK);
      this.#push(chunk, this.#head[list]!);
      this.#head[list] = chunk;
      this.#tail[list] = chunk;
    } else if (this.#isFull(this.#tail[list]!)) {
      this.#link(list, this.#allocate(Math.min(LONGEST_CHUNK, Math.max(FIRST_CHUNK, length >>> 1))));
    }
    this.#push(this.#tail[list]!, entry);
  }

  /** Fills an empty list at once, without unused capacity. */
  fill(list: number, entries: Uint32Array): void {
    this.#reserve(list);
    if (this.#length[list] !== 0) throw new Error(`list ${list} is not empty`);
    this.#length[list] = entries.length;
    if (entries.length === 1) this.#head[list] = entries[0]!;
    if (entries.length <= 1) return;
    for (let from = 0; from < entries.length; ) {
      const left = entries.length - from;
      const room = SEGMENT - (this.#end & OFFSET) - CHUNK_HEADER;
      const capacity = Math.min(left, room >= Math.min(left, LONGEST_CHUNK) ? room : LONGEST_RUN);
      const chunk = this.#allocate(capacity);
      const segment = this.#segments[chunk >>> SEGMENT_BITS]!;
      const at = chunk & OFFSET;
      for (let i = 0; i < capacity; i++) segment[at + CHUNK_HEADER + i] = entries[from + i]!;
      segment[at + 1] = (capacity << 16) | capacity;
      if (from === 0) {
        this.#head[list] = chunk;
        this.#tail[list] = chunk;
      } else this.#link(list, chunk);
      from += capacity;
    }
  }

  /** Returns the entries of a list without the chunks below `least`. Valid until the next call. */
  read(list: number, least = 0): Uint32Array {
    const length = this.length(list);
    this.#read = grownArray(this.#read, length);
    const target = this.#read;
    if (length === 1) target[0] = this.#head[list]!;
    if (length <= 1) return target.subarray(0, length);
    let count = 0;
    for (let chunk = this.#head[list]!; chunk !== 0; ) {
      const segment = this.#segments[chunk >>> SEGMENT_BITS]!;
      const from = (chunk & OFFSET) + CHUNK_HEADER;
      const used = segment[from - 1]! & USED;
      if (segment[from + used - 1]! >= least) {
        if (used > 64) target.set(segment.subarray(from, from + used), count);
        else for (let i = 0; i < used; i++) target[count + i] = segment[from + i]!;
        count += used;
      }
      chunk = segment[from - CHUNK_HEADER]!;
    }
    return target.subarray(0, count);
  }

  #reserve(list: number): void {
    if (list < this.#length.length) return;
    this.#head = grownArray(this.#head, list + 1);
    this.#tail = grownArray(this.#tail, list + 1);
    this.#length = grownArray(this.#length, list + 1);
  }

  #allocate(capacity: number): number {
    const words = capacity + CHUNK_HEADER;
    if ((this.#end & OFFSET) + words > SEGMENT) this.#end = ((this.#end >>> SEGMENT_BITS) + 1) * SEGMENT;
    const chunk = this.#end;
    this.#end += words;
    while (this.#segments.length * SEGMENT < this.#end) this.#segments.push(new Uint32Array(SEGMENT));
    this.#segments[chunk >>> SEGMENT_BITS]![(chunk & OFFSET) + 1] = capacity << 16;
    return chunk;
  }

  #link(list: number, chunk: number): void {
    const tail = this.#tail[list]!;
    this.#segments[tail >>> SEGMENT_BITS]![tail & OFFSET] = chunk;
    this.#tail[list] = chunk;
  }

  #isFull(chunk: number): boolean {
    const sizes = this.#segments[chunk >>> SEGMENT_BITS]![(chunk & OFFSET) + 1]!;
    return sizes >>> 16 === (sizes & USED);
  }

  #push(chunk: number, entry: number): void {
    const segment = this.#segments[chunk >>> SEGMENT_BITS]!;
    const at = chunk & OFFSET;
    const used = (segment[at + 1]! & USED) + 1;
    segment[at + 1]!++;
    segment[at + 1 + used] = entry;
  }
}

const SEGMENT_BITS = 16;
/** In words; 256 KiB. */
const SEGMENT = 1 << SEGMENT_BITS;
const OFFSET = SEGMENT - 1;
const USED = 0xffff;
const CHUNK_HEADER = 2;
const FIRST_CHUNK = 2;
const LONGEST_CHUNK = 1024;
/** The longest chunk that also fits the first segment, in which address 0 is reserved. */
const LONGEST_RUN = SEGMENT - CHUNK_HEADER - 1;
