import type { PlaneRegion } from './picture-piece.js';

/** JPEG, and the codecs of video before H.264, code squares of this side. */
const BLOCK = 8;
/** Steps: a jump that is larger is an edge of what is shown. */
const EDGE = 40;
/** Steps under which a jump is nothing. */
const NOTHING = 0.05;

/** Over the root of the number of samples: how far the highest of eight means lies above the middle one by chance, as a logarithm. */
const CHANCE = 12;

/**
 * How much higher jumps are at every eighth sample, wherever the first lies, than at the others, as a logarithm, and by how much more
 * than chance: at most 0 where there are no blocks. Across or down, whichever is less: what is shown may have stripes of eight, seldom
 * both ways. A jump is what is left between two samples when both sides go on as they did.
 */
export function blockEdges({ width, height, values, inside }: PlaneRegion): number {
  const across = new Float64Array(BLOCK);
  const down = new Float64Array(BLOCK);
  const acrossCount = new Int32Array(BLOCK);
  const downCount = new Int32Array(BLOCK);
  let samples = 0;
  for (let row = 1; row < height - 2; row++)
    for (let column = 1; column < width - 2; column++) {
      const at = row * width + column;
      if (inside[at] === 0) continue;
      samples++;
      const right = Math.abs(3 * (values[at]! - values[at + 1]!) - values[at - 1]! + values[at + 2]!);
      if (right < EDGE) {
        across[column % BLOCK]! += right;
        acrossCount[column % BLOCK]!++;
      }
      const below = Math.abs(
        3 * (values[at]! - values[at + width]!) - values[at - width]! + values[at + 2 * width]!,
      );
      if (below < EDGE) {
        down[row % BLOCK]! += below;
        downCount[row % BLOCK]!++;
      }
    }
  const least = Math.min(highest(across, acrossCount), highest(down, downCount));
  return Math.log(least) - CHANCE / Math.sqrt(samples + 1);
}

function highest(sums: Float64Array, counts: Int32Array): number {
  const means = sums.map((sum, i) => (counts[i] === 0 ? 0 : sum / counts[i]!)).sort();
  const middle = (means[BLOCK / 2 - 1]! + means[BLOCK / 2]!) / 2;
  return Math.max(1, means[BLOCK - 1]! / (middle + NOTHING));
}
