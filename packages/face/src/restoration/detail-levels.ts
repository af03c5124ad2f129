import type { PlaneRegion } from './picture-piece.js';

/** Immerkaer, "Fast noise variance estimation", 1996: the mask's response to noise of deviation 1. */
const RESPONSE = 6;
/** Responses are counted in steps of a 16th, up to 256. */
const BINS_A_STEP = 16;
const BINS = 256 * BINS_A_STEP;

/**
 * How much changes from sample to sample, in steps of a byte: under how much of it the given shares (0 to 1, rising) of all samples that
 * are looked at lie. Edges and slopes that are even do not count: the second difference across of the second difference down does.
 * 0 where nothing is looked at.
 */
export function detailLevels(pieces: readonly PlaneRegion[], shares: readonly number[]): number[] {
  const counts = new Int32Array(BINS);
  let total = 0;
  for (const piece of pieces) total += countResponses(piece, counts);
  let seen = 0;
  let bin = 0;
  return shares.map((share) => {
    while (bin < BINS - 1 && seen + counts[bin]! <= share * total) seen += counts[bin++]!;
    return total === 0 ? 0 : bin / BINS_A_STEP / RESPONSE;
  });
}

function countResponses({ width, height, values, inside }: PlaneRegion, counts: Int32Array): number {
  let total = 0;
  for (let row = 1; row < height - 1; row++)
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      if (inside[at] === 0) continue;
      const corners =
        values[at - width - 1]! + values[at - width + 1]! + values[at + width - 1]! + values[at + width + 1]!;
      const edges = values[at - width]! + values[at - 1]! + values[at + 1]! + values[at + width]!;
      const response = Math.abs(corners - 2 * edges + 4 * values[at]!);
      counts[Math.min(BINS - 1, (BINS_A_STEP * response) | 0)]!++;
      total++;
    }
  return total;
}
