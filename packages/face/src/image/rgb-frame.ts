import { createFrame, type Frame, planesOf } from './frame.js';

/**
 * Gamma-encoded R, G, B in 0 to 1 and the bytes of BT.709 in limited range (ITU-R BT.709-6, 3.2 to 3.5, 8
 * bits): Y = 0.2126 R + 0.7152 G + 0.0722 B, Cb = (B - Y) / 1.8556, Cr = (R - Y) / 1.5748, bytes 16 + 219 Y,
 * 128 + 224 Cb, 128 + 224 Cr.
 */
export const LUMA_RED = 0.2126;
export const LUMA_GREEN = 0.7152;
export const LUMA_BLUE = 0.0722;
export const BLUE_RANGE = 1.8556;
export const RED_RANGE = 1.5748;

export const LUMA_ZERO = 16;
export const LUMA_STEPS = 219;
export const CHROMA_ZERO = 128;
export const CHROMA_STEPS = 224;

/** Effect of one step of a byte of U or V on R, G and B. */
export const RED_OF_V = RED_RANGE / CHROMA_STEPS;
export const BLUE_OF_U = BLUE_RANGE / CHROMA_STEPS;
export const GREEN_OF_U = (-LUMA_BLUE * BLUE_RANGE) / LUMA_GREEN / CHROMA_STEPS;
export const GREEN_OF_V = (-LUMA_RED * RED_RANGE) / LUMA_GREEN / CHROMA_STEPS;

/** A rectangle in whole pixels. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Converts `rgb`, [height x width x 3] bytes with even width and height. A chroma sample is the mean of its
 * four pixels.
 */
export function rgbToFrame(rgb: Uint8Array, width: number, height: number): Frame {
  if (rgb.length !== 3 * width * height)
    throw new RangeError(`Expected ${3 * width * height} bytes of RGB, received ${rgb.length}`);
  const frame = createFrame(width, height);
  const { y, u, v } = planesOf(frame);
  const lumaScale = LUMA_STEPS / 255;
  const blueScale = CHROMA_STEPS / BLUE_RANGE / 255 / 4;
  const redScale = CHROMA_STEPS / RED_RANGE / 255 / 4;
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      let luma = 0;
      let red = 0;
      let blue = 0;
      for (let corner = 0; corner < 4; corner++) {
        const at = (row + (corner >> 1)) * width + column + (corner & 1);
        const r = rgb[3 * at]!;
        const b = rgb[3 * at + 2]!;
        const own = LUMA_RED * r + LUMA_GREEN * rgb[3 * at + 1]! + LUMA_BLUE * b;
        y[at] = LUMA_ZERO + own * lumaScale + 0.5;
        luma += own;
        red += r;
        blue += b;
      }
      const at = ((row * width) / 2 + column) / 2;
      u[at] = CHROMA_ZERO + (blue - luma) * blueScale + 0.5;
      v[at] = CHROMA_ZERO + (red - luma) * redScale + 0.5;
    }
  }
  return frame;
}

/**
 * Returns [height x width x 3] bytes of the region, which must be inside the frame. Pixels use their shared
 * chroma sample.
 */
export function frameRegionToRgb(
  frame: Frame,
  region: Region = { x: 0, y: 0, ...sizeOf(frame) },
): Uint8Array {
  const { x, y, width, height } = region;
  if (x < 0 || y < 0 || x + width > frame.width || y + height > frame.height)
    throw new RangeError(
      `Expected a region inside ${frame.width} x ${frame.height}, received ${width} x ${height} at ${x}, ${y}`,
    );
  const planes = planesOf(frame);
  const out = new Uint8ClampedArray(3 * width * height);
  let to = 0;
  for (let row = y; row < y + height; row++) {
    const luma = row * frame.width;
    const chroma = ((row >> 1) * frame.width) / 2;
    for (let column = x; column < x + width; column++, to += 3) {
      const own = (planes.y[luma + column]! - LUMA_ZERO) / LUMA_STEPS;
      const cb = planes.u[chroma + (column >> 1)]! - CHROMA_ZERO;
      const cr = planes.v[chroma + (column >> 1)]! - CHROMA_ZERO;
      out[to] = 255 * (own + RED_OF_V * cr);
      out[to + 1] = 255 * (own + GREEN_OF_U * cb + GREEN_OF_V * cr);
      out[to + 2] = 255 * (own + BLUE_OF_U * cb);
    }
  }
  return new Uint8Array(out.buffer);
}

function sizeOf({ width, height }: Frame): { width: number; height: number } {
  return { width, height };
}
