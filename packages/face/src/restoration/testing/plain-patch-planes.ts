import { type Affine, applyAffine } from '../../image/affine.js';
import { CUBIC, type LineTaps, STEPS } from '../line-taps.js';

/** Reference implementation of assembly/patch-planes.ts. */
export function samplePlane(
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

export function layPlane(
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

export function resamplePlane(
  from: Float32Array,
  fromSide: number,
  to: Float32Array,
  toSide: number,
  { taps, first, weights }: LineTaps,
): void {
  const held = (at: number): number => Math.max(0, Math.min(fromSide - 1, at));
  const line = new Float32Array(fromSide);
  for (let row = 0; row < toSide; row++) {
    line.fill(0);
    for (let tap = 0; tap < taps; tap++) {
      const start = held(first[row]! + tap) * fromSide;
      for (let x = 0; x < fromSide; x++) line[x]! += weights[row * taps + tap]! * from[start + x]!;
    }
    for (let x = 0; x < toSide; x++) {
      let value = 0;
      for (let tap = 0; tap < taps; tap++) value += weights[x * taps + tap]! * line[held(first[x]! + tap)]!;
      to[row * toSide + x] = value;
    }
  }
}
