import { enlargeCells, softenPlane } from './soft-plane.js';
import { createYuvPatch, patchPlanes, type YuvPatch } from './yuv-patch.js';

/** Stabilises a face that does not move in its patch, frame by frame. */
export interface RunningMean {
  /**
   * Returns the mean of the patches since the last reset, with the highest weight for the newest. `steady` [n
   * x n], see face-mask.ts, 0 to 1, limits the weight of older patches. The result is overwritten by the next
   * call.
   */
  next(patch: YuvPatch, steady: Float32Array): YuvPatch;
  reset(): void;
}

/** Weight of a new patch. */
const NEW = 0.17;
/** Steps of luma over a few pixels: compression changes a still face by less, and motion by more. */
const SAME = 5;
const MOVED = 12;
const AROUND = 1;

export function createRunningMean(side: number): RunningMean {
  const mean = createYuvPatch(side);
  const difference = new Float32Array(side * side);
  const soft = new Float32Array(side * side);
  const olderWeights = new Float32Array(side * side);
  const olderColour = new Float32Array((side * side) / 4);
  let started = false;

  const weigh = (patch: YuvPatch, steady: Float32Array): void => {
    for (let i = 0; i < difference.length; i++) difference[i] = mean.y[i]! - patch.y[i]!;
    softenPlane(difference, side, AROUND, soft);
    enlargeCells(steady, side, olderWeights);
    for (let i = 0; i < olderWeights.length; i++) {
      const same = (MOVED - Math.abs(soft[i]!)) / (MOVED - SAME);
      olderWeights[i]! *= (1 - NEW) * (same < 0 ? 0 : same > 1 ? 1 : same);
    }
    const half = side / 2;
    for (let row = 0, at = 0; row < half; row++)
      for (let column = 0; column < half; column++, at++) {
        const from = 2 * row * side + 2 * column;
        olderColour[at] = Math.min(
          olderWeights[from]!,
          olderWeights[from + 1]!,
          olderWeights[from + side]!,
          olderWeights[from + side + 1]!,
        );
      }
  };

  return {
    next: (patch, steady) => {
      if (started) weigh(patch, steady);
      const now = patchPlanes(patch);
      for (const [plane, { values }] of patchPlanes(mean).entries()) {
        const from = now[plane]!.values;
        if (!started) {
          values.set(from);
          continue;
        }
        const weights = plane === 0 ? olderWeights : olderColour;
        for (let i = 0; i < values.length; i++) values[i] = from[i]! + weights[i]! * (values[i]! - from[i]!);
      }
      started = true;
      return mean;
    },
    reset: () => {
      started = false;
    },
  };
}
