import { type Affine, applyAffine, areaScale, composeAffine, invertAffine } from '../image/affine.js';
import { blurPlane } from '../image/blurred-plane.js';
import { LUMA_BLUE, LUMA_GREEN, LUMA_RED } from '../image/bt709.js';
import type { Frame } from '../image/frame.js';
import { sampleRgbPatch } from '../image/rgb-patch.js';
import { type AnchoredCrop, createAnchoredCrop } from './anchored-crop.js';
import { type CropOptions, faceWidth } from './face-crop.js';
import { fillFaceMask, MASK_SIZE } from './face-mask.js';
import { createPatchRegistration } from './patch-registration.js';
import { enlargeCells } from './soft-plane.js';
import { createSteadyMotion } from './steady-motion.js';

/** Pixels of the small picture of the face by which crops are laid exactly. */
const SIZE = 128;
const STEPS = 2;
/** Of a new picture in the one that is compared with. */
const NEW = 0.1;
/** Of the side: points tremble by less than this; what is further away from them has lost the face. */
const MOST = 0.045;
/** Of the way back to where the points say that the crop lies: it shall not drift away from them. */
const PULL = 0.1;

export interface SteadyCrop extends AnchoredCrop {
  /** What lies in the crop, softly: brightness, [SIZE x SIZE] of 0 to 1. Overwritten by the next call. */
  readonly picture: Float32Array;
}

/**
 * Lays the crop as createAnchoredCrop does, then moves it by what the picture itself says, evenly: points tremble by half a pixel, which
 * would blur whatever is averaged over frames, and in a clip of few bits the picture sticks and jumps by as much.
 */
export function createSteadyCrop(options: CropOptions): (frame: Frame, points: Float32Array) => SteadyCrop {
  const anchored = createAnchoredCrop(options);
  const motion = createSteadyMotion();
  const registration = createPatchRegistration(SIZE);
  const rgb = new Float32Array(3 * SIZE * SIZE);
  const luma = new Float32Array(SIZE * SIZE);
  const reference = new Float32Array(SIZE * SIZE);
  const cells = new Float32Array(MASK_SIZE * MASK_SIZE);
  const weights = new Float32Array(SIZE * SIZE);

  /** Where the face lies as it does in the reference, starting from a guess. */
  const measure = (frame: Frame, guess: Affine): Affine => {
    let own = guess;
    for (let step = 0; step < STEPS; step++) {
      look(frame, own, rgb, luma);
      own = composeAffine(own, registration.register(reference, luma, weights));
    }
    return own;
  };

  return (frame, points) => {
    const { toFrame: byPoints, fresh } = anchored(points);
    const toCrop = invertAffine(byPoints);
    let toFrame = byPoints;
    if (fresh) motion.reset();
    else {
      fillFaceMask(points, toCrop, faceWidth(points) * Math.sqrt(Math.abs(areaScale(toCrop))), cells);
      enlargeCells(cells, SIZE, weights);
      const predicted = motion.predict() ?? byPoints;
      const guess = distance(predicted, toCrop) < MOST ? predicted : byPoints;
      const measured = measure(frame, guess);
      if (distance(measured, toCrop) < MOST) toFrame = between(measured, byPoints, PULL);
    }
    toFrame = motion.take(toFrame);
    look(frame, toFrame, rgb, luma);
    const share = fresh ? 1 : NEW;
    for (let i = 0; i < luma.length; i++) reference[i]! += share * (luma[i]! - reference[i]!);
    return { toFrame, fresh, picture: luma };
  };
}

function between(one: Affine, other: Affine, share: number): Affine {
  const at = (key: keyof Affine): number => one[key] + share * (other[key] - one[key]);
  return { a: at('a'), b: at('b'), c: at('c'), d: at('d'), e: at('e'), f: at('f') };
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
