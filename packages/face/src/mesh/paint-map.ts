import { type Frame, planesOf } from '../picture/frame.js';
import { CUBIC_ONE, CUBIC_PHASES, cubicWeights } from './cubic-weights.js';
import type { PixelMap } from './pixel-map.js';

/** A copy of the rows of a frame that a map may read. */
export interface SourceRows {
  readonly width: number;
  readonly height: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

/** A pixel that comes from nearer than this is taken as it is: it would differ by less than a step. */
const STILL = 1 / 64;

const CUBIC = cubicWeights();
const PHASE_MASK = CUBIC_PHASES - 1;
/** Of CUBIC_ONE squared. */
const CUBIC_BITS = 2 * Math.log2(CUBIC_ONE);
const PHASE_BITS = Math.log2(CUBIC_PHASES);
const { imul } = Math;

/** Paints what the map says over the frame: bicubic for brightness, bilinear for colour. */
export function paintMap(map: PixelMap, source: SourceRows, into: Frame): void {
  const planes = planesOf(into);
  paintLuma(map, source, planes.y);
  paintChroma(map, source, planes.u, planes.v);
}

function paintLuma(
  { left, top, right, bottom, x, y, cover, dark }: PixelMap,
  source: SourceRows,
  out: Uint8Array,
): void {
  const { width, height, y: luma } = source;
  let at = 0;
  for (let row = top; row < bottom; row++) {
    let to = row * width + left;
    for (let column = left; column < right; column++, at++, to++) {
      const covered = cover[at]!;
      if (covered === 0) continue;
      const sx = x[at]! - 0.5;
      const sy = y[at]! - 0.5;
      const darkened = dark[at]!;
      if (covered === 255 && darkened === 0 && Math.abs(sx - column) < STILL && Math.abs(sy - row) < STILL) {
        out[to] = luma[to]!;
        continue;
      }
      // In steps of the weights, to the nearest.
      const wholeX = (sx * CUBIC_PHASES + 0.5) | 0;
      const wholeY = (sy * CUBIC_PHASES + 0.5) | 0;
      const x0 = wholeX >> PHASE_BITS;
      const y0 = wholeY >> PHASE_BITS;
      let value: number;
      if (x0 >= 1 && y0 >= 1 && x0 < width - 2 && y0 < height - 2) {
        const corner = (y0 - 1) * width + x0 - 1;
        const sum = bicubic(luma, corner, width, wholeX & PHASE_MASK, wholeY & PHASE_MASK);
        if (covered === 255 && darkened === 0) {
          const whole = (sum + CUBIC_ONE ** 2 / 2) >> CUBIC_BITS;
          out[to] = whole < 16 ? 16 : whole > 235 ? 235 : whole;
          continue;
        }
        value = sum / CUBIC_ONE ** 2;
      } else value = bilinear(luma, width, height, sx, sy);
      if (darkened > 0) value = 16 + ((value - 16) * (255 - darkened)) / 255;
      if (covered < 255) value = out[to]! + ((value - out[to]!) * covered) / 255;
      out[to] = value < 16 ? 16 : value > 235 ? 235 : value + 0.5;
    }
  }
}

/** Sixteen neighbours, of which `corner` is the first; times CUBIC_ONE squared. */
function bicubic(luma: Uint8Array, corner: number, width: number, phaseX: number, phaseY: number): number {
  const px = 4 * phaseX;
  const py = 4 * phaseY;
  const a = CUBIC[px]!;
  const b = CUBIC[px + 1]!;
  const c = CUBIC[px + 2]!;
  const d = CUBIC[px + 3]!;
  let at = corner;
  let sum = imul(CUBIC[py]!, lineOf(luma, at, a, b, c, d));
  at += width;
  sum = (sum + imul(CUBIC[py + 1]!, lineOf(luma, at, a, b, c, d))) | 0;
  at += width;
  sum = (sum + imul(CUBIC[py + 2]!, lineOf(luma, at, a, b, c, d))) | 0;
  at += width;
  sum = (sum + imul(CUBIC[py + 3]!, lineOf(luma, at, a, b, c, d))) | 0;
  return sum;
}

function lineOf(luma: Uint8Array, at: number, a: number, b: number, c: number, d: number): number {
  return (imul(a, luma[at]!) + imul(b, luma[at + 1]!) + imul(c, luma[at + 2]!) + imul(d, luma[at + 3]!)) | 0;
}

/** A sample of colour serves four pixels and comes from where they come from on average. */
function paintChroma(
  { left, top, right, bottom, x, y, cover, dark }: PixelMap,
  source: SourceRows,
  outU: Uint8Array,
  outV: Uint8Array,
): void {
  const width = source.width / 2;
  const height = source.height / 2;
  const line = right - left;
  for (let row = top; row < bottom; row += 2) {
    let at = (row - top) * line;
    let to = (row / 2) * width + left / 2;
    for (let column = left; column < right; column += 2, at += 2, to++) {
      const c0 = cover[at]!;
      const c1 = cover[at + 1]!;
      const c2 = cover[at + line]!;
      const c3 = cover[at + line + 1]!;
      const sum = c0 + c1 + c2 + c3;
      if (sum === 0) continue;
      const sx = (c0 * x[at]! + c1 * x[at + 1]! + c2 * x[at + line]! + c3 * x[at + line + 1]!) / sum;
      const sy = (c0 * y[at]! + c1 * y[at + 1]! + c2 * y[at + line]! + c3 * y[at + line + 1]!) / sum;
      const darkened = sumOf(dark, at, line, c0, c1, c2, c3) / sum;
      if (
        sum === 1020 &&
        darkened === 0 &&
        Math.abs(sx - 1 - column) < STILL &&
        Math.abs(sy - 1 - row) < STILL
      ) {
        outU[to] = source.u[to]!;
        outV[to] = source.v[to]!;
        continue;
      }
      const cx = sx / 2 - 0.5;
      const cy = sy / 2 - 0.5;
      const light = 1 - darkened / 255;
      const u = 128 + (bilinear(source.u, width, height, cx, cy) - 128) * light;
      const v = 128 + (bilinear(source.v, width, height, cx, cy) - 128) * light;
      const share = sum / 1020;
      outU[to] = outU[to]! + (u - outU[to]!) * share + 0.5;
      outV[to] = outV[to]! + (v - outV[to]!) * share + 0.5;
    }
  }
}

function sumOf(
  values: Uint8Array,
  at: number,
  line: number,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
): number {
  return c0 * values[at]! + c1 * values[at + 1]! + c2 * values[at + line]! + c3 * values[at + line + 1]!;
}

/** Between the centres of four pixels, which lie at whole numbers; beyond the last ones they are repeated. */
function bilinear(values: Uint8Array, width: number, height: number, x: number, y: number): number {
  const heldX = x < 0 ? 0 : x > width - 1 ? width - 1 : x;
  const heldY = y < 0 ? 0 : y > height - 1 ? height - 1 : y;
  const column = heldX | 0;
  const row = heldY | 0;
  const right = column < width - 1 ? 1 : 0;
  const below = row < height - 1 ? width : 0;
  const at = row * width + column;
  const tx = heldX - column;
  const upper = values[at]! + tx * (values[at + right]! - values[at]!);
  const lower = values[at + below]! + tx * (values[at + below + right]! - values[at + below]!);
  return upper + (heldY - row) * (lower - upper);
}
