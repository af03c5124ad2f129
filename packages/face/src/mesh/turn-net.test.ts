import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMeshMemory } from './mesh-memory.js';

const COLUMNS = 7;
const ROWS = 5;
const STEP = 8;
const VALUES = 2 * COLUMNS * ROWS;

describe('the way back of a net of shifts', () => {
  const { calls, shift, net } = createMeshMemory(48, 32, COLUMNS * ROWS);
  const turned = (shifts: readonly number[]): Float32Array => {
    shift.set(shifts);
    calls.turnNet(shift.byteOffset, net.byteOffset, COLUMNS, ROWS, STEP);
    return net;
  };
  const shifts = fc.array(fc.float({ min: -2, max: 2, noNaN: true }), {
    minLength: VALUES,
    maxLength: VALUES,
  });

  it('is found as the plain version finds it', () => {
    fc.assert(
      fc.property(shifts, (given) => {
        const found = turned(given);
        const expected = plainTurn(Array.from(shift));
        for (const [at, value] of expected.entries()) expect(found[at]).toBeCloseTo(value, 3);
      }),
      { numRuns: 60 },
    );
  });

  it('inverts the shift: pixels from the result move to the requested points', () => {
    const gentle = Array.from({ length: VALUES }, (_, at) => 3 + 0.1 * Math.sin(at));
    const found = turned(gentle);
    for (let row = 1; row < ROWS - 1; row++)
      for (let column = 1; column < COLUMNS - 1; column++)
        for (const k of [0, 1]) {
          const at = 2 * (row * COLUMNS + column);
          const [x, y] = [column + found[at]! / STEP, row + found[at + 1]! / STEP];
          expect(shiftAt(gentle, x, y, k) + found[at + k]!).toBeCloseTo(0, 3);
        }
  });

  it('is exactly zero without shifts', () => {
    const found = turned(Array.from({ length: VALUES }, (_, at) => (at < 2 * COLUMNS ? 1 : -0)));
    const bits = new Uint32Array(found.buffer, found.byteOffset, VALUES);
    expect(Array.from(bits.subarray(2 * COLUMNS)).every((value) => value === 0)).toBe(true);
  });
});

/** Bilinear, at a place in cells of the net; `k` is 0 for x, 1 for y. */
function shiftAt(shifts: readonly number[], x: number, y: number, k: number): number {
  const u = Math.max(0, Math.min(COLUMNS - 1.001, x));
  const v = Math.max(0, Math.min(ROWS - 1.001, y));
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const [tx, ty] = [u - column, v - row];
  const point = (i: number, j: number): number => shifts[2 * ((row + j) * COLUMNS + column + i) + k]!;
  const upper = point(0, 0) * (1 - tx) + point(1, 0) * tx;
  return upper * (1 - ty) + (point(0, 1) * (1 - tx) + point(1, 1) * tx) * ty;
}

function plainTurn(shifts: readonly number[]): number[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, point) => {
    const [column, row] = [point % COLUMNS, Math.floor(point / COLUMNS)];
    let [x, y] = [shifts[2 * point]!, shifts[2 * point + 1]!];
    if (x === 0 && y === 0) return [0, 0];
    for (let round = 0; round < 3; round++)
      [x, y] = [0, 1].map((k) => shiftAt(shifts, column - x / STEP, row - y / STEP, k)) as [number, number];
    return [-x, -y];
  }).flat();
}
