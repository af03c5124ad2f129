import { type Affine, applyAffine, areaScale, composeAffine, invertAffine } from '../picture/affine.js';
import { LUMA_BLUE, LUMA_GREEN, LUMA_RED } from '../picture/bt709.js';
import { blurPlane } from '../picture/blurred-plane.js';
import type { Frame } from '../picture/frame.js';
import { sampleRgbPatch } from '../picture/rgb-patch.js';
import { type AnchoredCrop, createAnchoredCrop } from './anchored-crop.js';
import { type CropKind, faceWidth } from './face-crop.js';
import { fillFaceMask, MASK_SIZE } from './face-mask.js';
import { enlargeCells } from './soft-plane.js';
import { createPatchRegistration } from './patch-registration.js';

/** Pixels of the small picture of the face by which crops are laid exactly. */
const SIZE = 128;
const STEPS = 2;
/** Of a new picture in the one that is compared with. */
const NEW = 0.3;
/** Of the side: points tremble by less; what asks for more has mistaken something. */
const MOST = 0.025;

/**
 * Lays the crop as createAnchoredCrop does, then moves it by what the picture itself says: points tremble by some tenths of a pixel, which
 * would blur whatever is averaged over frames.
 */
export function createSteadyCrop(kind: CropKind): (frame: Frame, points: Float32Array) => AnchoredCrop {
  const anchored = createAnchoredCrop(kind);
  const registration = createPatchRegistration(SIZE);
  const rgb = new Float32Array(3 * SIZE * SIZE);
  const luma = new Float32Array(SIZE * SIZE);
  const reference = new Float32Array(SIZE * SIZE);
  const cells = new Float32Array(MASK_SIZE * MASK_SIZE);
  const weights = new Float32Array(SIZE * SIZE);

  return (frame, points) => {
    const { toFrame, fresh } = anchored(points);
    look(frame, toFrame, rgb, luma);
    if (fresh) {
      reference.set(luma);
      return { toFrame, fresh };
    }
    const toCrop = invertAffine(toFrame);
    fillFaceMask(points, toCrop, faceWidth(points) * Math.sqrt(Math.abs(areaScale(toCrop))), cells);
    enlargeCells(cells, SIZE, weights);
    let own = toFrame;
    for (let step = 0; step < STEPS; step++) {
      const moved = composeAffine(own, registration.register(reference, luma, weights));
      if (!(distance(moved, toCrop) < MOST)) break;
      own = moved;
      look(frame, own, rgb, luma);
    }
    for (let i = 0; i < luma.length; i++) reference[i]! += NEW * (luma[i]! - reference[i]!);
    return { toFrame: own, fresh };
  };
}

/** A soft picture of what lies in the crop. */
function look(frame: Frame, { a, b, c, d, e, f }: Affine, rgb: Float32Array, luma: Float32Array): void {
  const pixels = luma.length;
  sampleRgbPatch(frame, { a: a / SIZE, b: b / SIZE, c, d: d / SIZE, e: e / SIZE, f }, SIZE, rgb);
  for (let i = 0; i < pixels; i++)
    luma[i] = LUMA_RED * rgb[i]! + LUMA_GREEN * rgb[i + pixels]! + LUMA_BLUE * rgb[i + 2 * pixels]!;
  blurPlane(luma, SIZE, SIZE, 1);
}

/** The most that a corner of the unit square is moved by. */
function distance(toFrame: Affine, toCrop: Affine): number {
  let most = 0;
  for (const x of [0, 1])
    for (const y of [0, 1]) {
      const moved = applyAffine(toCrop, applyAffine(toFrame, { x, y }));
      most = Math.max(most, Math.hypot(moved.x - x, moved.y - y));
    }
  return most;
}
