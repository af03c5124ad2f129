import { type Affine, applyAffine } from '../picture/affine.js';
import { type Frame, planesOf } from '../picture/frame.js';
import { CUBIC, STEPS } from './cubic-table.js';

/** A square piece of a picture, upright, in fractions of the steps of a byte: Y [side x side], U and V [side / 2 x side / 2]. */
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

/** What lies under the patch, bicubic; `toFrame` takes patch pixels to frame pixels. Beyond the frame its edge is repeated. */
export function sampleYuvPatch(frame: Frame, toFrame: Affine, patch: YuvPatch): void {
  const { y, u, v } = planesOf(frame);
  const { width, height } = frame;
  const half = halved(toFrame);
  samplePlane(y, width, height, toFrame, patch.side, patch.y);
  samplePlane(u, width / 2, height / 2, half, patch.side / 2, patch.u);
  samplePlane(v, width / 2, height / 2, half, patch.side / 2, patch.v);
}

/**
 * Adds the patch to the frame, bicubic, in place, and takes away as much of what is there as `covers` says. Where nothing of the four pixels around is covered, a byte stays.
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

/** Where a patch lies, 0 to 1, [side x side] and [side / 2 x side / 2]; and the share of what is there that it takes the place of. */
export interface YuvCovers {
  readonly luma: Float32Array;
  readonly chroma: Float32Array;
  readonly share: number;
}

/** Between planes of half the size. */
function halved({ a, b, c, d, e, f }: Affine): Affine {
  return { a, b, c: c / 2, d, e, f: f / 2 };
}

function samplePlane(
  values: Uint8Array,
  width: number,
  height: number,
  { a, b, c, d, e, f }: Affine,
  side: number,
  out: Float32Array,
): void {
  for (let row = 0; row < side; row++) {
    let x = 0.5 * a + (row + 0.5) * b + c - 0.5;
    let y = 0.5 * d + (row + 0.5) * e + f - 0.5;
    for (let at = row * side; at < (row + 1) * side; at++, x += a, y += d) {
      const left = Math.floor(x);
      const top = Math.floor(y);
      const wx = 4 * Math.round((x - left) * STEPS);
      const wy = 4 * Math.round((y - top) * STEPS);
      let sum = 0;
      if (left >= 1 && top >= 1 && left < width - 2 && top < height - 2) {
        const w0 = CUBIC[wx]!;
        const w1 = CUBIC[wx + 1]!;
        const w2 = CUBIC[wx + 2]!;
        const w3 = CUBIC[wx + 3]!;
        let from = (top - 1) * width + left;
        for (let i = 0; i < 4; i++, from += width)
          sum +=
            CUBIC[wy + i]! *
            (w0 * values[from - 1]! + w1 * values[from]! + w2 * values[from + 1]! + w3 * values[from + 2]!);
      } else {
        for (let i = 0; i < 4; i++) {
          const line = Math.max(0, Math.min(height - 1, top - 1 + i)) * width;
          for (let j = 0; j < 4; j++)
            sum +=
              CUBIC[wy + i]! *
              CUBIC[wx + j]! *
              values[line + Math.max(0, Math.min(width - 1, left - 1 + j))]!;
        }
      }
      out[at] = sum;
    }
  }
}

function layPlane(
  bytes: Uint8Array,
  width: number,
  height: number,
  { a, b, c, d, e, f }: Affine,
  toPlane: Affine,
  values: Float32Array,
  covers: Float32Array,
  share: number,
  side: number,
): void {
  const corners = [0, side].flatMap((x) => [0, side].map((y) => applyAffine(toPlane, { x, y })));
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const first = Math.max(0, Math.floor(Math.min(...xs)));
  const end = Math.min(width, Math.ceil(Math.max(...xs)));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)));
  const cubic = CUBIC;
  for (let row = Math.max(0, Math.floor(Math.min(...ys))); row < bottom; row++) {
    let x = (first + 0.5) * a + (row + 0.5) * b + c - 0.5;
    let y = (first + 0.5) * d + (row + 0.5) * e + f - 0.5;
    for (let at = row * width + first; at < row * width + end; at++, x += a, y += d) {
      const left = Math.floor(x);
      const top = Math.floor(y);
      if (left < 1 || top < 1 || left >= side - 2 || top >= side - 2) continue;
      const wx = 4 * Math.round((x - left) * STEPS);
      const wy = 4 * Math.round((y - top) * STEPS);
      const w0 = cubic[wx]!;
      const w1 = cubic[wx + 1]!;
      const w2 = cubic[wx + 2]!;
      const w3 = cubic[wx + 3]!;
      let from = top * side + left;
      if (
        covers[from] === 0 &&
        covers[from + 1] === 0 &&
        covers[from + side] === 0 &&
        covers[from + side + 1] === 0
      )
        continue;
      from -= side + 1;
      let sum = 0;
      let cover = 0;
      for (let i = 0; i < 4; i++, from += side) {
        const w = cubic[wy + i]!;
        sum +=
          w * (w0 * values[from]! + w1 * values[from + 1]! + w2 * values[from + 2]! + w3 * values[from + 3]!);
        cover +=
          w * (w0 * covers[from]! + w1 * covers[from + 1]! + w2 * covers[from + 2]! + w3 * covers[from + 3]!);
      }
      const value = bytes[at]! * (1 - share * cover) + sum + 0.5;
      bytes[at] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}
