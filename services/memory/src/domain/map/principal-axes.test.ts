import { describe, expect, it } from 'vitest';
import { principalAxes } from './principal-axes.js';

/** The same by the matrix of covariances, all of it, and Jacobi's rotations. */
function plainAxes(vectors: readonly Float32Array[]): number[][] {
  const size = vectors[0]!.length;
  const mean = Array.from({ length: size }, (_, at) => average(vectors.map((vector) => vector[at]!)));
  const centred = vectors.map((vector) => Array.from(vector, (value, at) => value - mean[at]!));
  const matrix = mean.map((_, i) => mean.map((_, j) => average(centred.map((row) => row[i]! * row[j]!))));
  const axes = mean.map((_, i) => mean.map((_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 30; sweep++)
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        const angle = Math.atan2(2 * matrix[p]![q]!, matrix[q]![q]! - matrix[p]![p]!) / 2;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (const rows of [matrix, axes])
          for (const row of rows) [row[p], row[q]] = [c * row[p]! - s * row[q]!, s * row[p]! + c * row[q]!];
        for (let k = 0; k < size; k++) {
          const [a, b] = [matrix[p]![k]!, matrix[q]![k]!];
          [matrix[p]![k], matrix[q]![k]] = [c * a - s * b, s * a + c * b];
        }
      }
  const order = mean.map((_, at) => at).sort((a, b) => matrix[b]![b]! - matrix[a]![a]!);
  return order.slice(0, 2).map((column) => {
    const places = centred.map((row) => row.reduce((sum, value, at) => sum + value * axes[at]![column]!, 0));
    const end = Math.max(...places.map(Math.abs));
    return places.map((place) => place / end);
  });
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A cloud that is longest along one direction, less so along another; the same each time. */
function cloud(count: number, size: number): Float32Array[] {
  let state = 7;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  const directions = [4, 2].map((length) => Array.from({ length: size }, () => random() * length));
  return Array.from({ length: count }, () => {
    const along = directions.map(() => random());
    return Float32Array.from(
      { length: size },
      (_, at) => 0.3 + directions.reduce((sum, each, i) => sum + each[at]! * along[i]!, random() * 0.2),
    );
  });
}

describe('principal axes', () => {
  it('are those of the covariances, but for their direction', async () => {
    const vectors = cloud(80, 12);
    const [found, expected] = [await principalAxes(vectors), plainAxes(vectors)];
    for (const [axis, places] of found.entries()) {
      const reference = expected[axis]!;
      const same = Math.sign(places[0]! * reference[0]!);
      expect(Math.max(...places.map((place, at) => Math.abs(place * same - reference[at]!)))).toBeLessThan(
        0.01,
      );
    }
  });

  it('change nothing they were given, and are the same again', async () => {
    const vectors = cloud(20, 8);
    const before = vectors.map((vector) => vector.slice());
    const places = await principalAxes(vectors);
    expect(vectors).toEqual(before);
    expect(await principalAxes(vectors)).toEqual(places);
  });

  it.each([
    ['none', []],
    ['one', [[1, 2, 3]]],
    [
      'several of the same',
      [
        [0.5, 0.5],
        [0.5, 0.5],
        [0.5, 0.5],
      ],
    ],
    [
      'some without a length',
      [
        [0, 0],
        [0, 0],
      ],
    ],
  ])('of %s are nothing', async (_, rows) => {
    const vectors = rows.map((row) => Float32Array.from(row));
    const zeros = new Float32Array(rows.length);
    expect(await principalAxes(vectors)).toEqual([zeros, zeros]);
  });

  it('of a line have one direction', async () => {
    const [x, y] = await principalAxes([0, 1, 2].map((at) => Float32Array.of(at, 0, 0)));
    // Whatever the sign of nothing.
    const places = [x, y].map((axis) => Array.from(axis, (place) => place + 0));
    expect(places).toEqual([
      [-1, 0, 1],
      [0, 0, 0],
    ]);
  });
});
