import type { Affine } from '../image/affine.js';
import type { Frame } from '../image/frame.js';
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
import { sampleRgbPatch } from '../image/rgb-patch.js';
import type { PartBox, Refresh } from './kept-face.js';
import { createPlaneResampler } from './patch-planes.js';
import { createYuvPatch, type YuvPatch } from './yuv-patch.js';

/** Converts a face to the size of the network, and the result of the network to the size of a patch. */
export interface NetworkFace {
  /**
   * Returns R, G, B in 0 to 1 of the whole face or of a part, owned by the caller. `toFrame` transforms a
   * unit square to the frame.
   */
  sample(frame: Frame, toFrame: Affine, part: 'whole' | PartBox): Float32Array;
  /**
   * Converts the result [3 x outputSize x outputSize] to a patch. Only `changed`, in pixels of the input,
   * differs from the last call. The result is overwritten by the next call.
   */
  fit(rgb: Float32Array, changed: Refresh): YuvPatch;
}

/** `side` is that of the patch; even. */
export function createNetworkFace(inputSize: number, outputSize: number, side: number): NetworkFace {
  const fineRoom = new Float32Array(3 * 4 * inputSize * inputSize);
  const full = createYuvPatch(outputSize);
  const fitted = createYuvPatch(side);
  const whole: PartBox = { x: 0, y: 0, size: outputSize };
  const luma = createPlaneResampler(outputSize, side);
  const chroma = createPlaneResampler(outputSize / 2, side / 2);
  return {
    sample: (frame, { a, b, c, d, e, f }, part) => {
      const { x, y, size } = part === 'whole' ? { x: 0, y: 0, size: inputSize } : part;
      const pixels = new Float32Array(3 * size * size);
      const fine = fineRoom.subarray(0, 4 * pixels.length);
      // Samples twice as finely and averages: bilinear samples alone would skip pixels of a face that shrinks
      // by up to two.
      const step = 1 / (2 * inputSize);
      const [left, top] = [x / inputSize, y / inputSize];
      const toPart = {
        a: a * step,
        b: b * step,
        c: c + a * left + b * top,
        d: d * step,
        e: e * step,
        f: f + d * left + e * top,
      };
      sampleRgbPatch(frame, toPart, 2 * size, fine);
      averageFours(fine, 2 * size, 3 * size, pixels);
      return pixels;
    },
    fit: (rgb, changed) => {
      if (changed === null) return fitted;
      toYuv(rgb, full, changed === 'whole' ? whole : scaledBox(changed, outputSize / inputSize));
      luma(full.y, fitted.y);
      chroma(full.u, fitted.u);
      chroma(full.v, fitted.v);
      return fitted;
    },
  };
}

/** Averages 2 x 2 values of consecutive planes with `width` columns into `rows` rows of half the width. */
function averageFours(values: Float32Array, width: number, rows: number, out: Float32Array): void {
  const half = width / 2;
  for (let row = 0; row < rows; row++) {
    let from = 2 * row * width;
    for (let at = row * half; at < (row + 1) * half; at++, from += 2)
      out[at] =
        0.25 * (values[from]! + values[from + 1]! + values[from + width]! + values[from + width + 1]!);
  }
}

function scaledBox({ x, y, size }: PartBox, scale: number): PartBox {
  return { x: scale * x, y: scale * y, size: scale * size };
}

/**
 * Converts to BT.709, limited range. A chroma sample is the mean of its four pixels. The corners of the box
 * are even.
 */
function toYuv(rgb: Float32Array, { side, y, u, v }: YuvPatch, box: PartBox): void {
  const pixels = side * side;
  const half = side / 2;
  for (let row = box.y / 2; row < (box.y + box.size) / 2; row++) {
    for (let column = box.x / 2; column < (box.x + box.size) / 2; column++) {
      const first = 2 * row * side + 2 * column;
      let [luma, red, blue] = [0, 0, 0];
      for (let corner = 0; corner < 4; corner++) {
        const at = first + (corner >> 1) * side + (corner & 1);
        const r = rgb[at]!;
        const b = rgb[at + 2 * pixels]!;
        const own = LUMA_RED * r + LUMA_GREEN * rgb[at + pixels]! + LUMA_BLUE * b;
        y[at] = LUMA_ZERO + LUMA_STEPS * own;
        luma += own;
        red += r;
        blue += b;
      }
      const at = row * half + column;
      u[at] = CHROMA_ZERO + ((CHROMA_STEPS / BLUE_RANGE) * (blue - luma)) / 4;
      v[at] = CHROMA_ZERO + ((CHROMA_STEPS / RED_RANGE) * (red - luma)) / 4;
    }
  }
}
