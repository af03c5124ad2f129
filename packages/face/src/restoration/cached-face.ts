import type { Affine } from '../image/affine.js';
import { LEFT_EYE, OUTER_LIP, RIGHT_EYE } from '../tracking/face-geometry.js';
import { outlineIn } from './face-mask.js';
import { meanShift } from './steady-parts.js';

/** A square of the input of the network, in pixels. */
export interface PartBox {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The part of a face that a network must restore: the whole face, a part, or none. */
export type Refresh = 'whole' | PartBox | null;

/**
 * Cached result of a network for a face that does not move in its crop. Between frames only the lips and
 * sometimes the lids move: only these are restored each time, and the rest every few frames or after a
 * change.
 */
export interface CachedFace {
  /**
   * Plans the next restoration. `picture`: luma of the crop, 0 to 1; `points` and `width` as in face-mask.ts.
   */
  plan(picture: Float32Array, points: Float32Array, toCrop: Affine, width: number): Refresh;
  /**
   * Adds a result in the order of plans; null if the plan was null. Returns the present face, [3 x outputSize
   * x outputSize], which the next call may change.
   */
  take(refresh: Refresh, made: Float32Array | null): Float32Array;
  /** Makes the next plan request the whole face. */
  forget(): void;
}

/** Frames between two restorations of the whole face. */
const EVERY = 3;
const CHIN = 152;
/** Share of the width of the face that a part includes around the lips. */
const AROUND_LIPS = 0.09;
/** Pixels at the edge of a part without enough context, and the transition to the cached face. */
const CONTEXT = 8;
const FADE = 4;
/** The size of a part is a multiple of this value, so that few sizes occur. */
const STEP = 8;
/** Shares of the face width: mean shift below which a part is still, and above which lids moved. */
const STILL = 0.004;
const MOVED = 0.008;
/** Number of blocks for each side whose means show whether the rest changed, and the threshold, 0 to 1. */
const BLOCKS = 16;
const CHANGED = 0.012;
/** Blocks at the edge of the crop that are ignored: hair and background. */
const EDGE = 3;

export function createCachedFace(inputSize: number, outputSize: number, takesParts: boolean): CachedFace {
  const growth = outputSize / inputSize;
  const now = new Float32Array(BLOCKS * BLOCKS);
  const atWhole = new Float32Array(BLOCKS * BLOCKS);
  let sinceWhole = Infinity;
  let lips: Float64Array = new Float64Array(0);
  let lids: readonly Float64Array[] = [];
  let whole: Float32Array = new Float32Array(0);

  /** In pixels of the input, including the chin, which moves with the lips. */
  const boxOf = (outlines: readonly Float64Array[], chin: Float64Array, width: number): PartBox => {
    const along = (axis: 0 | 1): number[] =>
      outlines.flatMap((outline) => [...outline].filter((_, i) => i % 2 === axis));
    const reach = AROUND_LIPS * width;
    const low = (axis: 0 | 1): number => Math.min(...along(axis)) - reach;
    const high = (axis: 0 | 1): number => Math.max(...along(axis)) + reach;
    const bottom = Math.max(high(1), chin[1]! + reach / 2);
    const side = Math.max(high(0) - low(0), bottom - low(1)) * inputSize + 2 * CONTEXT;
    const size = Math.min(inputSize, STEP * Math.ceil(side / STEP));
    const place = (middle: number): number =>
      Math.max(0, Math.min(inputSize - size, 2 * Math.round((middle * inputSize - size / 2) / 2)));
    return { x: place((low(0) + high(0)) / 2), y: place((low(1) + bottom) / 2), size };
  };

  return {
    plan: (picture, points, toCrop, width) => {
      const lipsNow = outlineIn(points, OUTER_LIP, toCrop);
      const lidsNow = [RIGHT_EYE, LEFT_EYE].map((eye) => outlineIn(points, eye, toCrop));
      fillBlockMeans(picture, now);
      sinceWhole++;
      const blinked = (): boolean => lidsNow.some((eye, i) => meanShift(eye, lids[i]!) > MOVED * width);
      if (!takesParts || sinceWhole >= EVERY || blinked() || change(now, atWhole) > CHANGED) {
        sinceWhole = 0;
        atWhole.set(now);
        lips = lipsNow;
        lids = lidsNow;
        return 'whole';
      }
      if (meanShift(lipsNow, lips) < STILL * width) return null;
      const box = boxOf([lips, lipsNow], outlineIn(points, [CHIN], toCrop), width);
      lips = lipsNow;
      return box;
    },
    take: (refresh, made) => {
      if (refresh === 'whole') whole = made!;
      else if (refresh !== null) pastePart(whole, outputSize, made!, refresh, growth);
      return whole;
    },
    forget: () => {
      sinceWhole = Infinity;
    },
  };
}

/** Pastes a part without its edges, except edges that are also edges of the face. */
function pastePart(
  whole: Float32Array,
  size: number,
  part: Float32Array,
  box: PartBox,
  growth: number,
): void {
  const side = growth * box.size;
  const across = fadeIn(side, box.x === 0, growth * (box.x + box.size) === size, growth);
  const down = fadeIn(side, box.y === 0, growth * (box.y + box.size) === size, growth);
  for (let plane = 0; plane < 3; plane++)
    for (let row = 0; row < side; row++) {
      const share = down[row]!;
      if (share === 0) continue;
      const to = (plane * size + growth * box.y + row) * size + growth * box.x;
      const from = (plane * side + row) * side;
      for (let column = 0; column < side; column++)
        whole[to + column]! += share * across[column]! * (part[from + column]! - whole[to + column]!);
    }
}

function fadeIn(length: number, startsFace: boolean, endsFace: boolean, growth: number): Float32Array {
  const rise = (away: number): number =>
    Math.max(0, Math.min(1, (away - growth * CONTEXT) / (growth * FADE)));
  return Float32Array.from({ length }, (_, i) =>
    Math.min(startsFace ? 1 : rise(i + 0.5), endsFace ? 1 : rise(length - i - 0.5)),
  );
}

function fillBlockMeans(picture: Float32Array, out: Float32Array): void {
  const size = Math.sqrt(picture.length);
  const side = size / BLOCKS;
  out.fill(0);
  for (let row = 0; row < size; row++) {
    const block = Math.floor(row / side) * BLOCKS;
    for (let column = 0; column < size; column++)
      out[block + Math.floor(column / side)]! += picture[row * size + column]! / (side * side);
  }
}

function change(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let row = EDGE; row < BLOCKS - EDGE; row++)
    for (let column = EDGE; column < BLOCKS - EDGE; column++)
      sum += Math.abs(one[row * BLOCKS + column]! - other[row * BLOCKS + column]!);
  return sum / (BLOCKS - 2 * EDGE) ** 2;
}
