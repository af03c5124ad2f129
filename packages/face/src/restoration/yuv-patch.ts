import type { Affine } from '../image/affine.js';
import { type Frame, planesOf } from '../image/frame.js';
import { layPlane, samplePlane } from './patch-planes.js';

/**
 * A square, upright part of an image, in fractions of the steps of a byte: Y [side x side], U and V [side / 2
 * x side / 2].
 */
export interface YuvPatch {
  readonly side: number;
  readonly y: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
}

export function createYuvPatch(side: number): YuvPatch {
  if (side % 2 !== 0) throw new RangeError(`Expected an even side, received ${side}`);
  const quarter = (side * side) / 4;
  return {
    side,
    y: new Float32Array(side * side),
    u: new Float32Array(quarter),
    v: new Float32Array(quarter),
  };
}

export function patchPlanes({ side, y, u, v }: YuvPatch): readonly { values: Float32Array; side: number }[] {
  return [
    { values: y, side },
    { values: u, side: side / 2 },
    { values: v, side: side / 2 },
  ];
}

/**
 * Samples the area below the patch, bicubic. `toFrame` transforms patch pixels to frame pixels. Beyond the
 * frame its edge is repeated.
 */
export function sampleYuvPatch(frame: Frame, toFrame: Affine, patch: YuvPatch): void {
  const { y, u, v } = planesOf(frame);
  const { width, height } = frame;
  const half = halved(toFrame);
  samplePlane(y, width, height, toFrame, patch.side, patch.y);
  samplePlane(u, width / 2, height / 2, half, patch.side / 2, patch.u);
  samplePlane(v, width / 2, height / 2, half, patch.side / 2, patch.v);
}

/**
 * Adds the patch to the frame in place, bicubic, and subtracts the frame by `covers`. A byte stays unchanged
 * if none of the four surrounding pixels is covered.
 */
export function layYuvPatch(
  frame: Frame,
  toPatch: Affine,
  toFrame: Affine,
  patch: YuvPatch,
  covers: YuvCovers,
): void {
  const { y, u, v } = planesOf(frame);
  const { width, height } = frame;
  layPlane(y, width, height, toPatch, toFrame, patch.y, covers.luma, covers.share, patch.side);
  const backHalf = halved(toFrame);
  const half = halved(toPatch);
  layPlane(u, width / 2, height / 2, half, backHalf, patch.u, covers.chroma, covers.share, patch.side / 2);
  layPlane(v, width / 2, height / 2, half, backHalf, patch.v, covers.chroma, covers.share, patch.side / 2);
}

/**
 * Coverage of a patch, 0 to 1, [side x side] and [side / 2 x side / 2], and the share of the frame that it
 * replaces.
 */
export interface YuvCovers {
  readonly luma: Float32Array;
  readonly chroma: Float32Array;
  readonly share: number;
}

/** Returns the transform between planes of half the size. */
function halved({ a, b, c, d, e, f }: Affine): Affine {
  return { a, b, c: c / 2, d, e, f: f / 2 };
}
