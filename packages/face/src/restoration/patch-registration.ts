import type { Affine } from '../image/affine.js';

/** Measures the shift between two patches. */
export interface PatchRegistration {
  /**
   * Returns the transform of the unit square that aligns `patch` with `reference`. Both are luma 0 to 1,
   * [size x size]. `weights` has the same size.
   */
  register(reference: Float32Array, patch: Float32Array, weights: Float32Array): Affine;
}

const PARAMETERS = 6;
/**
 * Share of full brightness: a pixel with a larger difference has changed instead of moved, and counts half or
 * less.
 */
const CHANGED = 0.04;

/**
 * One Gauss-Newton step for the six parameters of an affine transform (Lucas and Kanade, "An iterative image
 * registration technique", 1981). This suffices for a shift of one or two pixels of soft patches.
 */
export function createPatchRegistration(size: number): PatchRegistration {
  const normal = new Float64Array(PARAMETERS * (PARAMETERS + 1));
  const row = new Float64Array(PARAMETERS);
  return {
    register: (reference, patch, weights) => {
      normal.fill(0);
      for (let y = 1; y < size - 1; y++) {
        const v = (y + 0.5) / size - 0.5;
        for (let x = 1; x < size - 1; x++) {
          const at = y * size + x;
          if (weights[at]! <= 0) continue;
          const slopeX = (reference[at + 1]! - reference[at - 1]!) * (size / 2);
          const slopeY = (reference[at + size]! - reference[at - size]!) * (size / 2);
          const difference = reference[at]! - patch[at]!;
          const off = difference / CHANGED;
          const weight = weights[at]! / (1 + off * off);
          const u = (x + 0.5) / size - 0.5;
          row[0] = slopeX;
          row[1] = slopeX * u;
          row[2] = slopeX * v;
          row[3] = slopeY;
          row[4] = slopeY * u;
          row[5] = slopeY * v;
          for (let i = 0; i < PARAMETERS; i++) {
            const own = weight * row[i]!;
            const start = i * (PARAMETERS + 1);
            for (let j = i; j < PARAMETERS; j++) normal[start + j]! += own * row[j]!;
            normal[start + PARAMETERS]! += own * difference;
          }
        }
      }
      const [x = 0, xu = 0, xv = 0, y = 0, yu = 0, yv = 0] = solveSymmetric(normal);
      return { a: 1 + xu, b: xv, c: x - (xu + xv) / 2, d: yu, e: 1 + yv, f: y - (yu + yv) / 2 };
    },
  };
}

/**
 * Solves a system from its upper triangle and right side, row by row. Returns 0 for patches without
 * structure. Gaussian elimination without pivoting, because the matrix is positive definite.
 */
function solveSymmetric(normal: Float64Array): Float64Array {
  const width = PARAMETERS + 1;
  const out = new Float64Array(PARAMETERS);
  for (let i = 0; i < PARAMETERS; i++) {
    for (let j = 0; j < i; j++) normal[i * width + j] = normal[j * width + i]!;
    normal[i * width + i]! += 1e-9;
  }
  for (let i = 0; i < PARAMETERS; i++)
    for (let j = i + 1; j < PARAMETERS; j++) {
      const factor = normal[j * width + i]! / normal[i * width + i]!;
      for (let k = i; k < width; k++) normal[j * width + k]! -= factor * normal[i * width + k]!;
    }
  for (let i = PARAMETERS - 1; i >= 0; i--) {
    let value = normal[i * width + PARAMETERS]!;
    for (let j = i + 1; j < PARAMETERS; j++) value -= normal[i * width + j]! * out[j]!;
    out[i] = value / normal[i * width + i]!;
  }
  return out;
}
