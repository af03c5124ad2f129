import { lanczosTaps } from './line-taps.js';
import { resamplePlane } from './patch-planes.js';

/**
 * Makes square planes of one size from square planes of another: [toSide x toSide] from [fromSide x fromSide]; neither is the
 * other.
 */
export type PlaneResampler = (from: Float32Array, to: Float32Array) => void;

/**
 * Lanczos of three lobes, rows of a column first, then columns; the edges of both planes fall together. Where it shrinks, the filter
 * widens, so that nothing folds back. Beyond the edge the last samples are repeated.
 */
export function createPlaneResampler(fromSide: number, toSide: number): PlaneResampler {
  const taps = lanczosTaps(fromSide, toSide);
  return (from, to) => resamplePlane(from, fromSide, to, toSide, taps);
}
