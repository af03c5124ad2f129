import { type Frame, planesOf } from '../image/frame.js';

/** Brightness, redness and blueness (Y, V and U, bytes) of places in a frame, bilinear; beyond its border the last ones. */
export interface LipReading {
  luma(x: number, y: number): number;
  red(x: number, y: number): number;
  blue(x: number, y: number): number;
}

export function readPlanes(frame: Frame): LipReading {
  const { width, height } = frame;
  const { y: luma, u, v } = planesOf(frame);
  return {
    luma: (x, y) => read(luma, width, height, x - 0.5, y - 0.5),
    red: (x, y) => read(v, width / 2, height / 2, x / 2 - 0.5, y / 2 - 0.5),
    blue: (x, y) => read(u, width / 2, height / 2, x / 2 - 0.5, y / 2 - 0.5),
  };
}

function read(values: Uint8Array, width: number, height: number, x: number, y: number): number {
  const heldX = Math.max(0, Math.min(width - 1.001, x));
  const heldY = Math.max(0, Math.min(height - 1.001, y));
  const at = Math.floor(heldY) * width + Math.floor(heldX);
  const tx = heldX - Math.floor(heldX);
  const ty = heldY - Math.floor(heldY);
  const upper = values[at]! + tx * (values[at + 1]! - values[at]!);
  const lower = values[at + width]! + tx * (values[at + width + 1]! - values[at + width]!);
  return upper + ty * (lower - upper);
}
