import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import { createGridWarp } from './grid-warp.js';
import { createMeshMemory } from './mesh-memory.js';

const WIDTH = 40;
const HEIGHT = 40;
const STEP = 8;
const COLUMNS = 6;
const ROWS = 6;

describe('grid warp', () => {
  const memory = createMeshMemory(WIDTH, HEIGHT, COLUMNS * ROWS);
  const warp = createGridWarp(memory, { columns: COLUMNS, rows: ROWS, step: STEP });
  const warped = (frame: Frame): Frame => {
    memory.source.bytes.set(frame.bytes);
    warp.read();
    warp.warp();
    return memory.target;
  };
  const shift = fc.float({ min: -6, max: 6, noNaN: true });
  const net = fc.array(shift, { minLength: 2 * COLUMNS * ROWS, maxLength: 2 * COLUMNS * ROWS });

  it('takes pixels from where the plain version does', () => {
    fc.assert(
      fc.property(net, fc.nat(1000), (shifts, seed) => {
        const frame = pattern(seed);
        const expected = plainWarp(frame, shifts);
        warp.net.set(shifts);
        expect(furthest(warped(frame).bytes, expected)).toBeLessThanOrEqual(3);
      }),
      { numRuns: 60 },
    );
  });

  it('takes eight pixels at once, that slip along a row or across it, from where the plain version does', () => {
    const gentle = fc.tuple(...Array.from({ length: 6 }, () => fc.float({ min: -1, max: 1, noNaN: true })));
    fc.assert(
      fc.property(gentle, fc.nat(1000), ([x, y, ax, ay, bx, by], seed) => {
        const frame = pattern(seed);
        const shifts = Array.from({ length: COLUMNS * ROWS }, (_, at) => {
          const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
          return [2 * x! + ax! * column + bx! * row, 2 * y! + ay! * column + by! * row];
        }).flat();
        const expected = plainWarp(frame, shifts);
        warp.net.set(shifts);
        expect(furthest(warped(frame).bytes, expected)).toBeLessThanOrEqual(2);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves cells between four noughts as they are, and what does not move', () => {
    const frame = pattern(7);
    const { bytes: before } = frame;
    warp.net.fill(0);
    // Only the last column moves: cells of the first four columns are still.
    for (let row = 0; row < ROWS; row++) warp.net[2 * (row * COLUMNS + COLUMNS - 1)] = 3;
    const { y } = planesOf(warped(frame));
    const changed = Array.from(y.keys()).filter((at) => y[at] !== before[at]);
    expect(changed.length).toBeGreaterThan(0);
    expect(Math.min(...changed.map((at) => at % WIDTH))).toBeGreaterThanOrEqual(STEP * (COLUMNS - 2));
    warp.net.fill(0);
    for (let at = 0; at < COLUMNS * ROWS; at++) {
      const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
      if (column > 1 && row > 1 && column < COLUMNS - 2 && row < ROWS - 2)
        warp.net.fill(-1e-4, 2 * at, 2 * at + 2);
    }
    expect(warped(frame).bytes).toEqual(before);
  });

  it('leaves out cells that a sheet covers wholly, in the next warp alone', () => {
    const frame = pattern(11);
    warp.net.fill(2.5);
    const all = warped(frame).bytes.slice();
    const [map] = memory.maps;
    map.cover.fill(255);
    map.cover[17 * WIDTH + 17] = 254;
    warp.hide({ ...map, left: 6, top: 8, right: 26, bottom: 24 });
    const { y } = planesOf(warped(frame));
    const own = planesOf(frame).y;
    const whole = planesOf({ ...frame, bytes: all }).y;
    for (let at = 0; at < y.length; at++) {
      const column = Math.floor((at % WIDTH) / STEP);
      const row = Math.floor(at / WIDTH / STEP);
      const isHidden = [1, 2].includes(column) && [1, 2].includes(row) && !(column === 2 && row === 2);
      expect(y[at]).toBe((isHidden ? own : whole)[at]);
    }
    expect(warped(frame).bytes).toEqual(all);
  });
});

function pattern(seed: number): Frame {
  const frame = createFrame(WIDTH, HEIGHT);
  for (let at = 0; at < frame.bytes.length; at++)
    frame.bytes[at] = 126 + 60 * Math.sin(seed + at * 0.31) + 40 * Math.sin(at * 0.011 * seed);
  return frame;
}

function furthest(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at]!)), 0);
}

/** Catmull-Rom for brightness, bilinear for colour, in floating point. */
function plainWarp(frame: Frame, net: readonly number[]): Uint8Array {
  const out = frame.bytes.slice();
  const from = planesOf(frame);
  const to = planesOf({ ...frame, bytes: out });
  const shiftAt = (x: number, y: number, k: number): number => {
    const column = Math.floor(x / STEP);
    const row = Math.floor(y / STEP);
    const tx = x / STEP - column;
    const ty = y / STEP - row;
    const point = (i: number, j: number): number => net[2 * ((row + j) * COLUMNS + column + i) + k]!;
    const upper = point(0, 0) * (1 - tx) + point(1, 0) * tx;
    return upper * (1 - ty) + (point(0, 1) * (1 - tx) + point(1, 1) * tx) * ty;
  };
  const hold = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
  const cubic = (t: number): number[] => [
    -0.5 * t ** 3 + t ** 2 - 0.5 * t,
    1.5 * t ** 3 - 2.5 * t ** 2 + 1,
    -1.5 * t ** 3 + 2 * t ** 2 + 0.5 * t,
    0.5 * t ** 3 - 0.5 * t ** 2,
  ];
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const sx = hold(x + shiftAt(x + 0.5, y + 0.5, 0), 1, WIDTH - 3);
      const sy = hold(y + shiftAt(x + 0.5, y + 0.5, 1), 1, HEIGHT - 3);
      const [column, row] = [Math.floor(sx), Math.floor(sy)];
      let sum = 0;
      for (const [j, wy] of cubic(sy - row).entries())
        for (const [i, wx] of cubic(sx - column).entries())
          sum += wx * wy * from.y[(row + j - 1) * WIDTH + column + i - 1]!;
      to.y[y * WIDTH + x] = hold(sum, 16, 235) + 0.5;
    }
  for (let y = 0; y < HEIGHT / 2; y++)
    for (let x = 0; x < WIDTH / 2; x++) {
      const sx = hold(x + shiftAt(2 * x + 1, 2 * y + 1, 0) / 2, 0, WIDTH / 2 - 1.001);
      const sy = hold(y + shiftAt(2 * x + 1, 2 * y + 1, 1) / 2, 0, HEIGHT / 2 - 1.001);
      const at = Math.floor(sy) * (WIDTH / 2) + Math.floor(sx);
      const [tx, ty] = [sx % 1, sy % 1];
      for (const plane of ['u', 'v'] as const) {
        const values = from[plane];
        const upper = values[at]! * (1 - tx) + values[at + 1]! * tx;
        const lower = values[at + WIDTH / 2]! * (1 - tx) + values[at + WIDTH / 2 + 1]! * tx;
        to[plane][y * (WIDTH / 2) + x] = upper * (1 - ty) + lower * ty + 0.5;
      }
    }
  return out;
}
