/**
 * Draws a head: morph and project its vertices, find where they shine, list the triangles that are seen, draw them band by band, turn the bands into
 * I420. src/head/renderer.ts lays out the memory and calls these in order. Every address is in bytes.
 */

export { clearBand, drawBand } from './head/draw';
export { fillBackground, resolveBand } from './head/resolve';
export { addNormals, strandPoints, surfacePoints } from './head/shine';
export { morph, project } from './head/vertices';
export { listVisible } from './head/visible';

/** The first byte that is free. */
export function heapBase(): i32 {
  return i32(__heap_base);
}
