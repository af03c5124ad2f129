import { type Affine, applyAffine, areaScale, composeAffine, invertAffine } from '../image/affine.js';
import { blurPlane } from '../image/blurred-plane.js';
import type { Frame } from '../image/frame.js';
import { LUMA_BLUE, LUMA_GREEN, LUMA_RED } from '../image/rgb-frame.js';
import { sampleRgbPatch } from '../image/rgb-patch.js';
import { fitSimilarity } from '../tracking/alignment.js';
import { LEFT_EYE, LOWER_FACE, RIGHT_EYE } from '../tracking/face-geometry.js';
import { LANDMARKS } from '../tracking/face-track.js';
import { type CropOptions, cropFace, faceWidth } from './face-crop.js';
import { fillFaceMask, MASK_SIZE } from './face-mask.js';
import { createPatchRegistration } from './patch-registration.js';
import { enlargeCells } from './soft-plane.js';

/** A crop that follows a head: still parts of the face are still in the crop. */
export interface AnchoredCrop {
  /** Transform from a unit square to the frame. */
  readonly toFrame: Affine;
  /** Whether the crop was placed again, so that stored state of the crop is invalid. */
  readonly fresh: boolean;
}

const MOVING = new Set<number>([...LOWER_FACE, ...RIGHT_EYE, ...LEFT_EYE]);
const STILL = Array.from({ length: LANDMARKS }, (_, i) => i).filter((index) => !MOVING.has(index));
/** Maximum distance between a corner of the crop and that of a new crop, as a share of the side. */
const AWAY = 0.07;
const CORNERS = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
];

/**
 * Places the crop in each frame. A new crop by eyes, nose and mouth in each frame would move with every word.
 * Instead, points that speech does not move carry the crop until the head has turned or come nearer.
 */
function createAnchoredCrop(options: CropOptions): (points: Float32Array) => AnchoredCrop {
  let anchor: { readonly points: Float32Array; readonly toFrame: Affine } | null = null;
  return (points) => {
    const own = cropFace(points, options);
    if (anchor !== null) {
      const motion = fitSimilarity(anchor.points, points, 3, STILL);
      const toFrame = composeAffine(motion, anchor.toFrame);
      if (cropDistance(toFrame, own) < AWAY) return { toFrame, fresh: false };
    }
    anchor = { points: points.slice(), toFrame: own };
    return { toFrame: own, fresh: true };
  };
}

function cropDistance(toFrame: Affine, own: Affine): number {
  const back = invertAffine(own);
  let most = Math.abs(Math.sqrt(areaScale(toFrame) / areaScale(own)) - 1);
  for (const corner of CORNERS) {
    const { x, y } = applyAffine(back, applyAffine(toFrame, corner));
    most = Math.max(most, Math.hypot(x - corner.x, y - corner.y));
  }
  return most;
}

/** Tracks a smoothly moving crop without its tremble. */
export interface SteadyMotion {
  /** Predicts the next crop for constant speed. Returns null before the first crop. */
  predict(): Affine | null;
  /** Returns the filtered crop for a measured one. Both transform a unit square to the frame. */
  take(measured: Affine): Affine;
  reset(): void;
}

const PARTS = 6;
/** Minimum weight of a measurement relative to the prediction; 1 if the face moved. */
const LEAST = 0.6;
/** Shares of the side. */
const TREMBLE = 0.003;
const MOVE = 0.012;

/**
 * Creates an alpha-beta filter (Benedict and Bordner, "Synthesis of an optimal set of radar track-while-scan
 * smoothing equations", 1962) whose alpha grows with the difference.
 */
export function createSteadyMotion(): SteadyMotion {
  const place = new Float64Array(PARTS);
  const speed = new Float64Array(PARTS);
  let started = false;
  const predict = (): Float64Array => place.map((value, i) => value + speed[i]!);
  return {
    predict: () => (started ? toAffine(predict()) : null),
    take: (measured) => {
      const values = fromAffine(measured);
      if (!started) {
        place.set(values);
        speed.fill(0);
        started = true;
        return measured;
      }
      const predicted = predict();
      const off = stateDistance(values, predicted);
      const moved = Math.max(0, Math.min(1, (off - TREMBLE) / (MOVE - TREMBLE)));
      const alpha = LEAST + (1 - LEAST) * moved;
      const beta = alpha ** 2 / (2 - alpha);
      for (let i = 0; i < PARTS; i++) {
        const residual = values[i]! - predicted[i]!;
        place[i] = predicted[i]! + alpha * residual;
        speed[i]! += beta * residual;
      }
      return toAffine(place);
    },
    reset: () => {
      started = false;
    },
  };
}

/** Both sides of the crop, and its middle. */
function fromAffine({ a, b, c, d, e, f }: Affine): Float64Array {
  return Float64Array.of(a, d, b, e, c + (a + b) / 2, f + (d + e) / 2);
}

function toAffine(parts: Float64Array): Affine {
  const [a = 0, d = 0, b = 0, e = 0, x = 0, y = 0] = parts;
  return { a, b, c: x - (a + b) / 2, d, e, f: y - (d + e) / 2 };
}

/** Returns the distance of the middle or of a corner, as a share of the side. */
function stateDistance(one: Float64Array, other: Float64Array): number {
  const side = Math.hypot(one[0]!, one[1]!);
  const off = (at: number): number => Math.hypot(one[at]! - other[at]!, one[at + 1]! - other[at + 1]!);
  return Math.max(off(4), (off(0) + off(2)) / 2) / side;
}

/** Side of the small image of the face for the exact placement of crops, in pixels. */
const SIZE = 128;
const STEPS = 2;
/** Weight of a new image in the reference. */
const NEW = 0.1;
/** Share of the side: points tremble by less, and a crop that is farther from them has lost the face. */
const MOST = 0.045;
/** Share of the way back to the crop by the points, so that the crop does not drift. */
const PULL = 0.1;

export interface SteadyCrop extends AnchoredCrop {
  /** Soft image of the crop: brightness, [SIZE x SIZE] of 0 to 1. Overwritten by the next call. */
  readonly picture: Float32Array;
}

/**
 * Places the crop as createAnchoredCrop does, then moves it smoothly by the image itself. Points tremble by
 * half a pixel, which would blur means over frames, and in clips of low bit rates the image sticks and jumps
 * by as much.
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

  /** Returns the crop that aligns the face with the reference, starting from a guess. */
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
      const guess = cornerDistance(predicted, toCrop) < MOST ? predicted : byPoints;
      const measured = measure(frame, guess);
      if (cornerDistance(measured, toCrop) < MOST) toFrame = between(measured, byPoints, PULL);
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

/** Reads a soft image of the crop. */
function look(frame: Frame, { a, b, c, d, e, f }: Affine, rgb: Float32Array, luma: Float32Array): void {
  const pixels = luma.length;
  sampleRgbPatch(frame, { a: a / SIZE, b: b / SIZE, c, d: d / SIZE, e: e / SIZE, f }, SIZE, rgb);
  for (let i = 0; i < pixels; i++)
    luma[i] = LUMA_RED * rgb[i]! + LUMA_GREEN * rgb[i + pixels]! + LUMA_BLUE * rgb[i + 2 * pixels]!;
  blurPlane(luma, SIZE, SIZE, 1);
}

/** Returns the maximum shift of a corner of the unit square. */
function cornerDistance(toFrame: Affine, toCrop: Affine): number {
  let most = 0;
  for (const x of [0, 1])
    for (const y of [0, 1]) {
      const moved = applyAffine(toCrop, applyAffine(toFrame, { x, y }));
      most = Math.max(most, Math.hypot(moved.x - x, moved.y - y));
    }
  return most;
}
