import { MASK_SIZE } from './face-mask.js';
import type { MixingShares } from './face-treatment.js';
import { enlargeCells, shrinkToCells, softenCells, softenPlane } from './soft-plane.js';
import { createYuvPatch, type YuvPatch } from './yuv-patch.js';

/** Mixes what the network made of a face with what came. */
export interface FaceMixer {
  /**
   * What came, and of the network's difference to it: what is fine and what is coarse by their shares; brightness and colour of large
   * areas stay. `shown` [MASK_SIZE x MASK_SIZE] loses, in place, the places where both show different things. Overwritten by the next call.
   */
  mix(own: YuvPatch, made: YuvPatch, shares: MixingShares, shown: Float32Array): YuvPatch;
}

/** A network pixel, or a pixel of the patch where that is larger: side over 208 is the size the shares were measured at. */
const FINE_SIDE = 208;
/** Steps: a fine difference under it is what compression left on smooth skin, one over it an edge that one of both has wrong. */
const SMALL = 3;
/** Cells: about a 7th of the face, for brightness and for colour. */
const LARGE_AREA = 5;
const LARGE_COLOUR_AREA = 9;
/** Steps of luma or chroma by which means around a cell may differ: more is another thing than what came, a hand that became a cheek. */
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
