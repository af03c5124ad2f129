import type { Affine } from '../picture/affine.js';
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
} from '../picture/bt709.js';
import type { Frame } from '../picture/frame.js';
import { sampleRgbPatch } from '../picture/rgb-patch.js';
import { createPlaneResampler } from './resampled-plane.js';
import { createYuvPatch, type YuvPatch } from './yuv-patch.js';

/** Brings a face to the size of the network, and what the network gives to the size of a patch. */
export interface NetworkFace {
  /** [3 x inputSize x inputSize] R, G, B in 0 to 1; `toFrame` takes a square of side 1 to the frame. Overwritten by the next call. */
  sample(frame: Frame, toFrame: Affine): Float32Array;
  /** The network's [3 x outputSize x outputSize] as a patch. Overwritten by the next call. */
  fit(rgb: Float32Array): YuvPatch;
}

/** `side` is that of the patch; even. */
export function createNetworkFace(inputSize: number, outputSize: number, side: number): NetworkFace {
  const fine = new Float32Array(3 * 4 * inputSize * inputSize);
  const input = new Float32Array(3 * inputSize * inputSize);
  const full = createYuvPatch(outputSize);
  const fitted = createYuvPatch(side);
  const luma = createPlaneResampler(outputSize, side);
  const chroma = createPlaneResampler(outputSize / 2, side / 2);
  return {
    sample: (frame, { a, b, c, d, e, f }) => {
      // Twice as fine and averaged: bilinear reads alone would skip pixels of a face that shrinks by up to two.
      const size = 2 * inputSize;
      const scaled = { a: a / size, b: b / size, c, d: d / size, e: e / size, f };
      sampleRgbPatch(frame, scaled, size, fine);
      for (let plane = 0; plane < 3; plane++)
        averageFours(
          fine.subarray(plane * size * size, (plane + 1) * size * size),
          size,
          input.subarray((plane * size * size) / 4, ((plane + 1) * size * size) / 4),
        );
      return input;
    },
    fit: (rgb) => {
      toYuv(rgb, full);
      luma(full.y, fitted.y);
      chroma(full.u, fitted.u);
      chroma(full.v, fitted.v);
      return fitted;
    },
  };
}

function averageFours(values: Float32Array, size: number, out: Float32Array): void {
  const half = size / 2;
  for (let row = 0; row < half; row++) {
    let from = 2 * row * size;
    for (let at = row * half; at < (row + 1) * half; at++, from += 2)
      out[at] = 0.25 * (values[from]! + values[from + 1]! + values[from + size]! + values[from + size + 1]!);
  }
}

/** BT.709, limited range; a chroma sample is the mean of its four pixels. */
function toYuv(rgb: Float32Array, { side, y, u, v }: YuvPatch): void {
  const pixels = side * side;
  const half = side / 2;
  for (let row = 0; row < half; row++) {
    for (let column = 0; column < half; column++) {
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
