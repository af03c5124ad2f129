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
import type { FaceBox } from './face-box.js';

/** The four pixels of a row or column of a patch for each pixel, and their weights: [n x 4] each. */
export interface PatchTaps {
  readonly pixels: Int32Array;
  readonly weights: Float32Array;
}

/**
 * Computes taps of cubic convolution (Keys, "Cubic convolution interpolation for digital image processing",
 * 1981, a = -1/2). `first` and `count` select the pixels of the frame; `start` and `length` are the place of
 * the patch of `size` pixels in it. Beyond the patch its edge is repeated.
 */
function createPatchTaps(
  first: number,
  count: number,
  start: number,
  length: number,
  size: number,
): PatchTaps {
  const pixels = new Int32Array(4 * count);
  const weights = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const position = ((first + i + 0.5 - start) * size) / length - 0.5;
    const whole = Math.floor(position);
    const t = position - whole;
    for (let tap = 0; tap < 4; tap++) pixels[4 * i + tap] = Math.max(0, Math.min(size - 1, whole - 1 + tap));
    weights[4 * i] = t * (-0.5 + t * (1 - 0.5 * t));
    weights[4 * i + 1] = 1 + t * t * (-2.5 + 1.5 * t);
    weights[4 * i + 2] = t * (0.5 + t * (2 - 1.5 * t));
    weights[4 * i + 3] = t * t * (-0.5 + 0.5 * t);
  }
  return { pixels, weights };
}

/** Writes row `index` of the frame, mixed from four rows of a square plane, into `out`. */
function mixRows(plane: Float32Array, taps: PatchTaps, index: number, out: Float32Array): void {
  const size = out.length;
  const { pixels, weights } = taps;
  const at = 4 * index;
  const [r0, r1, r2, r3] = [
    pixels[at]! * size,
    pixels[at + 1]! * size,
    pixels[at + 2]! * size,
    pixels[at + 3]! * size,
  ];
  const [w0, w1, w2, w3] = [weights[at]!, weights[at + 1]!, weights[at + 2]!, weights[at + 3]!];
  for (let x = 0; x < size; x++)
    out[x] = w0 * plane[r0 + x]! + w1 * plane[r1 + x]! + w2 * plane[r2 + x]! + w3 * plane[r3 + x]!;
}

/** Returns pixel `index` of the frame, mixed from four pixels of a row. */
function mixPixels(row: Float32Array, { pixels, weights }: PatchTaps, index: number): number {
  const at = 4 * index;
  return (
    weights[at]! * row[pixels[at]!]! +
    weights[at + 1]! * row[pixels[at + 1]!]! +
    weights[at + 2]! * row[pixels[at + 2]!]! +
    weights[at + 3]! * row[pixels[at + 3]!]!
  );
}

/**
 * Blends a patch [3 x size x size] R, G, B in 0 to 1 over the box of a frame in place, by `mask` [size x
 * size]: 0 leaves the frame bit-identical. Blends in Y, U and V of the frame, which are linear in R, G and B,
 * so that the frame is not converted.
 */
export function pastePatch(frame: Frame, box: FaceBox, rgb: Float32Array, mask: Float32Array): void {
  const size = Math.sqrt(mask.length);
  const { y, u, v } = planesOf(frame);
  const patch = toYuv(rgb);
  const { width, height } = frame;
  pastePlane({ bytes: y, width, height, scale: 1 }, box, patch[0], mask, size);
  pastePlane({ bytes: u, width: width / 2, height: height / 2, scale: 0.5 }, box, patch[1], mask, size);
  pastePlane({ bytes: v, width: width / 2, height: height / 2, scale: 0.5 }, box, patch[2], mask, size);
}

interface Plane {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Scale from samples to pixels of the frame. A chroma sample is in the middle of its four pixels. */
  readonly scale: number;
}

function pastePlane(
  { bytes, width, height, scale }: Plane,
  box: FaceBox,
  values: Float32Array,
  mask: Float32Array,
  size: number,
): void {
  const across = range(box.x * scale, box.width * scale, width);
  const down = range(box.y * scale, box.height * scale, height);
  const columns = createPatchTaps(across.first, across.count, box.x * scale, box.width * scale, size);
  const rows = createPatchTaps(down.first, down.count, box.y * scale, box.height * scale, size);
  const valueRow = new Float32Array(size);
  const maskRow = new Float32Array(size);
  for (let row = 0; row < down.count; row++) {
    mixRows(mask, rows, row, maskRow);
    mixRows(values, rows, row, valueRow);
    const line = (down.first + row) * width + across.first;
    for (let column = 0; column < across.count; column++) {
      const share = mixPixels(maskRow, columns, column);
      if (share <= 0) continue;
      const own = bytes[line + column]!;
      const mixed = own + Math.min(1, share) * (mixPixels(valueRow, columns, column) - own);
      bytes[line + column] = mixed < 0 ? 0 : mixed > 255 ? 255 : mixed + 0.5;
    }
  }
}

/** Returns the whole pixels that the box covers. */
function range(start: number, length: number, most: number): { first: number; count: number } {
  const first = Math.max(0, Math.floor(start));
  return { first, count: Math.max(0, Math.min(most, Math.ceil(start + length)) - first) };
}

function toYuv(rgb: Float32Array): [Float32Array, Float32Array, Float32Array] {
  const plane = rgb.length / 3;
  const [y, u, v] = [new Float32Array(plane), new Float32Array(plane), new Float32Array(plane)];
  for (let i = 0; i < plane; i++) {
    const r = rgb[i]!;
    const b = rgb[plane + plane + i]!;
    const luma = LUMA_RED * r + LUMA_GREEN * rgb[plane + i]! + LUMA_BLUE * b;
    y[i] = LUMA_ZERO + LUMA_STEPS * luma;
    u[i] = CHROMA_ZERO + (CHROMA_STEPS * (b - luma)) / BLUE_RANGE;
    v[i] = CHROMA_ZERO + (CHROMA_STEPS * (r - luma)) / RED_RANGE;
  }
  return [y, u, v];
}
