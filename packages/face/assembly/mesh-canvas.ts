/**
 * Draws a face over an image: warps it by a grid of shifts and draws sheets over it. src/mesh/mesh-memory.ts
 * allocates the memory. Addresses are in bytes.
 */

export { warpPicture } from './mesh/grid-warp';
export { hideCells } from './mesh/hide-cells';
export { paintChroma } from './mesh/paint-chroma';
export { paintLuma } from './mesh/paint-luma';
export { drawSheet } from './mesh/sheet-map';
export { turnNet } from './mesh/turn-net';
export { widenChroma } from './mesh/warp-chroma';
export { widenLuma } from './mesh/warp-luma';

/** Returns the address of the first free byte. */
export function heapBase(): i32 {
  return i32(__heap_base);
}
