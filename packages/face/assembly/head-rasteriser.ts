/**
 * Draws a head: morphs and projects vertices, finds their places in highlights, lists visible triangles,
 * draws them band by band, and converts the bands to I420. src/head/renderer.ts allocates the memory and
 * calls these functions in order. Addresses are in bytes.
 */

export { clearBand, drawBand } from './head/draw';
export { fillBackground, resolveBand } from './head/resolve';
export { addNormals, strandPoints, surfacePoints } from './head/shine';
export { morph, project } from './head/vertices';
export { listVisible } from './head/visible';

/** Returns the address of the first free byte. */
export function heapBase(): i32 {
  return i32(__heap_base);
}
