import { MASK_SIZE } from './face-mask.js';
import type { MixingShares } from './face-treatment.js';
import { enlargeCells, shrinkToCells, softenCells, softenPlane } from './soft-plane.js';
import { createYuvPatch, type YuvPatch } from './yuv-patch.js';

/** Mixes the result of the network with the input. */
export interface FaceMixer {
  /**
   * Returns the input plus the fine and coarse differences of the network by their shares. Brightness and
   * colour of large areas stay. Reduces `shown` [MASK_SIZE x MASK_SIZE] in place where both show different
   * content. The result is overwritten by the next call.
   */
  mix(own: YuvPatch, made: YuvPatch, shares: MixingShares, shown: Float32Array): YuvPatch;
}

/**
 * Radius of the fine filter: a network pixel, or a pixel of the patch if that is larger. The shares were
 * measured at a side of 208.
 */
const FINE_SIDE = 208;
/**
 * Steps: a smaller fine difference is a compression artefact on smooth skin, a larger one is an edge that is
 * wrong in one of them.
 */
const SMALL = 3;
/** Radius in cells: about a seventh of the face, for brightness and for colour. */
const LARGE_AREA = 5;
const LARGE_COLOUR_AREA = 9;
/**
 * Steps of luma or chroma between the means around a cell: from no to full disagreement. Large differences
 * show different content, for example a hand that became a cheek.
 */
const SAME = 12;
const OTHER = 30;

export function createFaceMixer(side: number): FaceMixer {
  const mixed = createYuvPatch(side);
  const difference = new Float32Array(side * side);
  const soft = new Float32Array(side * side);
  const large = new Float32Array(side * side);
  const cells = new Float32Array(MASK_SIZE * MASK_SIZE);

  const mixPlane = (
    own: Float32Array,
    made: Float32Array,
    planeSide: number,
    fineShare: number,
    coarseShare: number,
    largeArea: number,
    shown: Float32Array,
    out: Float32Array,
  ): void => {
    const pixels = planeSide * planeSide;
    const plane = difference.subarray(0, pixels);
    for (let i = 0; i < pixels; i++) plane[i] = made[i]! - own[i]!;
    softenPlane(plane, planeSide, Math.max(1, Math.round(planeSide / FINE_SIDE)), soft.subarray(0, pixels));
    shrinkToCells(plane, planeSide, cells);
    softenCells(cells, largeArea);
    for (let i = 0; i < cells.length; i++) shown[i]! *= agreement(cells[i]!);
    enlargeCells(cells, planeSide, large);
    const moreOfSmall = 1 - (1 - fineShare) ** 3 - fineShare;
    for (let i = 0; i < pixels; i++) {
      const fine = (plane[i]! - soft[i]!) / SMALL;
      const share = fineShare + moreOfSmall / (1 + fine * fine);
      out[i] = own[i]! + share * SMALL * fine + coarseShare * (soft[i]! - large[i]!);
    }
  };

  return {
    mix: (own, made, { fine, coarse, colour }, shown) => {
      mixPlane(own.y, made.y, side, fine, coarse, LARGE_AREA, shown, mixed.y);
      mixPlane(own.u, made.u, side / 2, colour, colour, LARGE_COLOUR_AREA, shown, mixed.u);
      mixPlane(own.v, made.v, side / 2, colour, colour, LARGE_COLOUR_AREA, shown, mixed.v);
      return mixed;
    },
  };
}

function agreement(difference: number): number {
  return Math.max(0, Math.min(1, (OTHER - Math.abs(difference)) / (OTHER - SAME)));
}
