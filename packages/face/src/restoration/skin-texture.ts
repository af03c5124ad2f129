import { MASK_SIZE } from './face-mask.js';

/** Immerkaer, "Fast noise variance estimation", 1996: the mask's response to noise of deviation 1. */
const RESPONSE = 6;
/** The lower quarter of the absolute values of a normal distribution lies under this many deviations. */
const LOWER_QUARTER = 0.3186;
/** Responses are counted in steps of a 16th, up to 64. */
const BINS = 1024;
const BINS_A_STEP = 16;

/**
 * The deviation, in steps of luma, of what changes from pixel to pixel where a face is smoothest: under .5 where it was compressed,
 * blurred or enlarged, 1 to 2 with pores or the grain of a film, over 2.5 in noise. `shown` is the face's mask [MASK_SIZE x
 * MASK_SIZE] over the patch.
 */
export function skinTexture(luma: Float32Array, side: number, shown: Float32Array): number {
  const counts = new Int32Array(BINS);
  let total = 0;
  for (let row = 1; row < side - 1; row++) {
    const maskRow = Math.floor((row * MASK_SIZE) / side) * MASK_SIZE;
    for (let column = 1; column < side - 1; column++) {
      if (shown[maskRow + Math.floor((column * MASK_SIZE) / side)]! < 0.5) continue;
      const at = row * side + column;
      const corners =
        luma[at - side - 1]! + luma[at - side + 1]! + luma[at + side - 1]! + luma[at + side + 1]!;
      const edges = luma[at - side]! + luma[at - 1]! + luma[at + 1]! + luma[at + side]!;
      const response = Math.abs(corners - 2 * edges + 4 * luma[at]!);
      counts[Math.min(BINS - 1, Math.floor(response * BINS_A_STEP))]!++;
      total++;
    }
  }
  let seen = 0;
  let bin = 0;
  while (bin < BINS - 1 && seen + counts[bin]! < total / 4) seen += counts[bin++]!;
  return (bin + 0.5) / BINS_A_STEP / LOWER_QUARTER / RESPONSE;
}
