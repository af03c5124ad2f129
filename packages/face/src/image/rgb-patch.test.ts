import { describe, expect, it } from 'vitest';
import { moveBy, seededRandom } from '../tracking/testing/portraits.js';
import { type Affine, applyAffine } from './affine.js';
import { createFrame, type Frame, planesOf } from './frame.js';
import { sampleRgbPatch } from './rgb-patch.js';

const random = seededRandom(3);

function noiseFrame(width: number, height: number): Frame {
  const frame = createFrame(width, height);
  for (let i = 0; i < frame.bytes.length; i++) frame.bytes[i] = Math.floor(256 * random());
  return frame;
}

/** Luma and chroma that change evenly: every filter that takes the right place keeps them. */
function rampFrame(width: number, height: number): Frame {
  const frame = createFrame(width, height);
  const { y, u, v } = planesOf(frame);
  for (let i = 0; i < y.length; i++)
    y[i] = 40 + ((i % width) * 140) / width + (Math.floor(i / width) * 30) / height;
  u.fill(120);
  v.fill(140);
  return frame;
}

/** The plain version: one pixel, in fractions, each plane by itself. */
function exactPixel(frame: Frame, toFrame: Affine, column: number, row: number): [number, number, number] {
  const { x, y } = applyAffine(toFrame, { x: column + 0.5, y: row + 0.5 });
  if (x < 0 || y < 0 || x >= frame.width || y >= frame.height) return [0, 0, 0];
  const planes = planesOf(frame);
  const read = (plane: Uint8Array, width: number, height: number, atX: number, atY: number): number => {
    const left = Math.floor(atX - 0.5);
    const top = Math.floor(atY - 0.5);
    const value = (i: number, j: number): number =>
      plane[Math.min(height - 1, Math.max(0, j)) * width + Math.min(width - 1, Math.max(0, i))]!;
    const [u, v] = [atX - 0.5 - left, atY - 0.5 - top];
    return (
      value(left, top) * (1 - u) * (1 - v) +
      value(left + 1, top) * u * (1 - v) +
      value(left, top + 1) * (1 - u) * v +
      value(left + 1, top + 1) * u * v
    );
  };
  const luma = (read(planes.y, frame.width, frame.height, x, y) - 16) / 219;
  const cb = (read(planes.u, frame.width / 2, frame.height / 2, x / 2, y / 2) - 128) / 224;
  const cr = (read(planes.v, frame.width / 2, frame.height / 2, x / 2, y / 2) - 128) / 224;
  const red = luma + 1.5748 * cr;
  const blue = luma + 1.8556 * cb;
  const green = (luma - 0.2126 * red - 0.0722 * blue) / 0.7152;
  return [red, green, blue].map((value) => Math.min(1, Math.max(0, value))) as [number, number, number];
}

function largestError(frame: Frame, toFrame: Affine, size: number): number {
  const out = new Float32Array(3 * size * size).fill(Number.NaN);
  sampleRgbPatch(frame, toFrame, size, out);
  let largest = 0;
  for (let at = 0; at < size * size; at++) {
    const expected = exactPixel(frame, toFrame, at % size, Math.floor(at / size));
    for (let channel = 0; channel < 3; channel++)
      largest = Math.max(largest, Math.abs(out[at + channel * size * size]! - expected[channel]!));
  }
  return largest;
}

describe('sampleRgbPatch', () => {
  it('is the plain bilinear version to 1 %, turned, mirrored, over the edge and far outside', () => {
    const frame = noiseFrame(60, 46);
    for (let round = 0; round < 60; round++) {
      const { a, b, c, d, e, f } = moveBy(32, 50, {
        x: 40 * (random() - 0.5),
        y: 40 * (random() - 0.5),
        turn: 7 * random(),
        scale: 0.2 + random(),
      });
      const mirror = round % 2 === 0 ? 1 : -1;
      // Weights have 8 bits: on noise of full strength that is two steps of luma.
      expect(
        largestError(frame, { a: mirror * a, b, c: mirror === 1 ? c : c + 40, d: mirror * d, e, f }, 32),
      ).toBeLessThan(0.013);
    }
    expect(largestError(frame, moveBy(32, 50, { x: 500 }), 32)).toBe(0);
  });

  it('gives exactly the pixels when it neither turns nor scales', () => {
    expect(largestError(noiseFrame(48, 48), moveBy(32, 32, { x: 8, y: 8 }), 32)).toBeLessThan(1e-6);
  });

  it.each([2, 3.1, 4, 6.5, 9, 17])('stays in place when it shrinks by %d', (scale) => {
    const frame = rampFrame(642, 438);
    const size = Math.floor(400 / scale);
    const toFrame = moveBy(size, size * scale, { x: 33, y: 5, turn: 0.2 });
    const out = new Float32Array(3 * size * size);
    sampleRgbPatch(frame, toFrame, size, out);
    for (const [column, row] of [
      [2, 3],
      [size >> 1, size >> 1],
      [size - 3, size - 2],
    ] as const) {
      const { x, y } = applyAffine(toFrame, { x: column + 0.5, y: row + 0.5 });
      if (x < 9 || y < 9 || x > 633 || y > 429) continue;
      const luma = (24 + ((x - 0.5) * 140) / 642 + ((y - 0.5) * 30) / 438 - 0.5) / 219;
      const red = luma + (1.5748 * 12) / 224;
      expect(Math.abs(out[row * size + column]! - red)).toBeLessThan(0.006);
    }
  });

  it('averages what it shrinks: noise becomes even', () => {
    const frame = noiseFrame(512, 512);
    planesOf(frame).u.fill(128);
    planesOf(frame).v.fill(128);
    const spread = (scale: number): number => {
      const out = new Float32Array(3 * 32 * 32);
      sampleRgbPatch(frame, moveBy(32, 32 * scale, { x: 256 - 16 * scale, y: 256 - 16 * scale }), 32, out);
      const red = out.subarray(0, 1024);
      const mean = red.reduce((sum, value) => sum + value, 0) / 1024;
      return Math.sqrt(red.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 1024);
    };
    expect(spread(2.5)).toBeLessThan(0.6 * spread(1));
    expect(spread(5)).toBeLessThan(0.35 * spread(1));
    expect(spread(9)).toBeLessThan(0.35 * spread(1));
  });

  it('refuses an output of another size', () => {
    expect(() => sampleRgbPatch(createFrame(2, 2), moveBy(4, 4, {}), 4, new Float32Array(47))).toThrow(
      'Expected 48 values for a patch of 4, received 47',
    );
  });
});
