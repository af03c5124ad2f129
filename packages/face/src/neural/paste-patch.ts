import { type Affine, composeAffine, invertAffine } from '../image/affine.js';
import { type Frame, planesOf } from '../image/frame.js';
import {
  BLUE_RANGE,
  CHROMA_STEPS,
  CHROMA_ZERO,
  LUMA_BLUE,
  LUMA_GREEN,
  LUMA_RED,
  LUMA_STEPS,
  LUMA_ZERO,
  RED_RANGE,
} from '../image/rgb-frame.js';
import { layPlane } from '../restoration/patch-planes.js';
import { boxToFrame, type FaceBox } from './face-box.js';

const HALVED: Affine = { a: 0.5, b: 0, c: 0, d: 0, e: 0.5, f: 0 };

/**
 * Blends a patch [3 x size x size] R, G, B in 0 to 1 over the box of a frame in place, by `mask` [size x
 * size]: 0 leaves the frame bit-identical. The outer two pixels of the patch are not used. Blends in Y, U and
 * V of the frame, which are linear in R, G and B, so that the frame is not converted.
 */
export function pastePatch(frame: Frame, box: FaceBox, rgb: Float32Array, mask: Float32Array): void {
  const size = Math.sqrt(mask.length);
  const { y, u, v } = planesOf(frame);
  const { width, height } = frame;
  const toFrame = boxToFrame(box, size);
  const toChroma = composeAffine(HALVED, toFrame);
  const patch = toMaskedYuv(rgb, mask);
  layPlane(y, width, height, invertAffine(toFrame), toFrame, patch[0], mask, 1, size);
  const toPatch = invertAffine(toChroma);
  layPlane(u, width / 2, height / 2, toPatch, toChroma, patch[1], mask, 1, size);
  layPlane(v, width / 2, height / 2, toPatch, toChroma, patch[2], mask, 1, size);
}

/** Returns Y, U and V of each pixel, multiplied by the mask. */
function toMaskedYuv(rgb: Float32Array, mask: Float32Array): [Float32Array, Float32Array, Float32Array] {
  const plane = mask.length;
  const [y, u, v] = [new Float32Array(plane), new Float32Array(plane), new Float32Array(plane)];
  for (let i = 0; i < plane; i++) {
    const r = rgb[i]!;
    const b = rgb[plane + plane + i]!;
    const luma = LUMA_RED * r + LUMA_GREEN * rgb[plane + i]! + LUMA_BLUE * b;
    y[i] = mask[i]! * (LUMA_ZERO + LUMA_STEPS * luma);
    u[i] = mask[i]! * (CHROMA_ZERO + (CHROMA_STEPS * (b - luma)) / BLUE_RANGE);
    v[i] = mask[i]! * (CHROMA_ZERO + (CHROMA_STEPS * (r - luma)) / RED_RANGE);
  }
  return [y, u, v];
}
