import { PAGE_BYTES } from '../web-assembly.js';
import type { Rasteriser } from './rasteriser.js';

const ALIGNMENT = 16;

type Values = Uint8Array | Float32Array | Uint32Array | Int32Array;

/** Hands out memory of a rasteriser, front to back; nothing is given back. */
export interface RasteriserMemory {
  /** Address of `bytes` bytes, all nought. */
  reserve(bytes: number): number;
  /** Reserves room for a copy of `values`. */
  store(values: Values): number;
  /** Copies `values` to where room was reserved. */
  write(address: number, values: Values): void;
  readonly bytes: number;
}

export function createRasteriserMemory({ memory, heapBase }: Rasteriser): RasteriserMemory {
  let end = heapBase();
  const reserve = (bytes: number): number => {
    const at = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
    end = at + bytes;
    // A page more: the rasteriser loads eight bytes where four are meant.
    const missing = Math.ceil((end + PAGE_BYTES - memory.buffer.byteLength) / PAGE_BYTES);
    if (missing > 0) memory.grow(missing);
    return at;
  };
  const write = (address: number, values: Values): void => {
    new Uint8Array(memory.buffer, address).set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
  };
  return {
    reserve,
    write,
    store: (values) => {
      const at = reserve(values.byteLength);
      write(at, values);
      return at;
    },
    get bytes() {
      return memory.buffer.byteLength;
    },
  };
}
