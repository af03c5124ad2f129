import { describe, expect, it } from 'vitest';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import { seededRandom } from '../tracking/testing/portraits.js';
import { createStaticBlocks } from './static-blocks.js';

const SIDE = 64;
const at = (x: number, y: number) => ({ a: 32, b: 0, c: 16 + x, d: 0, e: 32, f: 16 + y });

/** Random samples that moved by (x, y). */
function moved(x: number, y: number, scale = 1): Frame {
  const random = seededRandom(5);
  const side = 3 * SIDE * scale;
  const all = Uint8Array.from({ length: side * side }, () => 40 + 150 * random());
  const frame = createFrame(SIDE * scale, SIDE * scale);
  const { y: luma, u, v } = planesOf(frame);
  const fill = (plane: Uint8Array, width: number, dx: number, dy: number): void => {
    for (let i = 0; i < plane.length; i++)
      plane[i] = all[(SIDE + Math.floor(i / width) - dy) * side + SIDE + (i % width) - dx]!;
  };
  fill(luma, SIDE * scale, scale * x, scale * y);
  for (const plane of [u, v]) fill(plane, (SIDE * scale) / 2, (scale * x) / 2, (scale * y) / 2);
  return frame;
}

const changed = (frame: Frame, by: number): Frame => ({
  ...frame,
  bytes: frame.bytes.map((value) => value + by),
});
const middleOf = (frame: Frame, x: number, y: number): number =>
  planesOf(frame).y[(SIDE / 2 + y) * SIDE + SIDE / 2 + x]!;

describe('createKeptBlocks', () => {
  it.each([
    [0, 0],
    [3, -2],
    [-1, 4],
  ])('what moved by whole pixels stays what it was made: %d, %d', (x, y) => {
    const blocks = createStaticBlocks(SIDE, SIDE, 1);
    blocks.begin(moved(0, 0));
    const first = changed(moved(0, 0), 9);
    blocks.keep(first, at(0, 0), null);
    blocks.end(first);
    blocks.begin(moved(x, y));
    const second = changed(moved(x, y), -7);
    blocks.keep(second, at(x, y), at(0, 0));
    expect(middleOf(second, x, y)).toBe(middleOf(first, 0, 0));
    const chroma = (SIDE / 4 + Math.floor(y / 2)) * (SIDE / 2) + SIDE / 4 + Math.floor(x / 2);
    if (x % 2 === 0 && y % 2 === 0)
      expect(planesOf(second).u[chroma]).toBe(planesOf(first).u[(SIDE / 4) * (SIDE / 2) + SIDE / 4]);
    // Pixels far from the face stay unchanged.
    expect(second.bytes[0]).toBe((moved(x, y).bytes[0]! - 7) & 255);
  });

  it('changed blocks are restored again', () => {
    const blocks = createStaticBlocks(SIDE, SIDE, 1);
    blocks.begin(moved(0, 0));
    blocks.end(changed(moved(0, 0), 9));
    const other = changed(moved(0, 0), 5);
    blocks.begin(other);
    const made = changed(other, -3);
    const before = made.bytes.slice();
    blocks.keep(made, at(0, 0), at(0, 0));
    expect(made.bytes).toEqual(before);
  });

  it('also in frames of twice the size', () => {
    const blocks = createStaticBlocks(SIDE, SIDE, 2);
    blocks.begin(moved(0, 0));
    const first = changed(moved(0, 0, 2), 9);
    blocks.end(first);
    blocks.begin(moved(2, 2));
    const second = changed(moved(2, 2, 2), 1);
    blocks.keep(second, at(2, 2), at(0, 0));
    const pixel = (frame: Frame, x: number, y: number): number =>
      planesOf(frame).y[(SIDE + y) * 2 * SIDE + SIDE + x]!;
    for (const [x, y] of [
      [0, 0],
      [5, 9],
    ] as const)
      expect(pixel(second, x + 4, y + 4)).toBe(pixel(first, x, y));
  });
});
