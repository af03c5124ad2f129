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
} from '../image/bt709.js';
import { type Frame, planesOf } from '../image/frame.js';
import type { FaceBox } from './face-box.js';
import { createPatchTaps, mixPixels, mixRows } from './patch-taps.js';

/**
 * Lays a patch [3 x size x size] R, G, B in 0 to 1 over the box of a frame, in place, as much of it as `mask` [size x size] says: 0
 * leaves the frame as it is, bit for bit. In the frame's own Y, U and V, which are linear in R, G and B: nothing of the frame is
 * converted.
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
  /** Of its samples to pixels of the frame; a chroma sample lies in the middle of its four. */
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

/** Whole pixels that the box covers. */
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
