import { blurPlane } from '../image/blurred-plane.js';
import { enlargeMask, MASK_SIZE } from './face-mask.js';

/** Applies two box filters, nearly a Gaussian of deviation radius * 0.8 + 0.4, into `out`. */
export function softenPlane(values: Float32Array, side: number, radius: number, out: Float32Array): void {
  out.set(values);
  blurPlane(out, side, side, radius, 2);
}

/**
 * Computes means of the cells of a square plane, MASK_SIZE for each side. A cell consists of whole pixels.
 */
export function shrinkToCells(values: Float32Array, side: number, out: Float32Array): void {
  const edge = (cell: number): number => Math.round((cell * side) / MASK_SIZE);
  for (let row = 0; row < MASK_SIZE; row++) {
    const top = Math.min(side - 1, edge(row));
    const bottom = Math.max(top + 1, edge(row + 1));
    for (let column = 0; column < MASK_SIZE; column++) {
      const left = Math.min(side - 1, edge(column));
      const right = Math.max(left + 1, edge(column + 1));
      let sum = 0;
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += values[y * side + x]!;
      out[row * MASK_SIZE + column] = sum / ((bottom - top) * (right - left));
    }
  }
}

/** Softens cells with two boxes of `radius` cells. */
export function softenCells(cells: Float32Array, radius: number): void {
  blurPlane(cells, MASK_SIZE, MASK_SIZE, radius, 2);
}

export { enlargeMask as enlargeCells };
