/**
 * Draws a face over a picture: warps it by a net of shifts, lays sheets over it. src/mesh/mesh-memory.ts lays out the memory. Every address
 * is in bytes.
 */

export { warpPicture } from './mesh/grid-warp';
export { hideCells } from './mesh/hide-cells';
export { paintChroma } from './mesh/paint-chroma';
export { paintLuma } from './mesh/paint-luma';
export { drawSheet } from './mesh/sheet-map';
export { turnNet } from './mesh/turn-net';
export { widenChroma } from './mesh/warp-chroma';
export { widenLuma } from './mesh/warp-luma';

/** The first byte that is free. */
export function heapBase(): i32 {
  return i32(__heap_base);
}
