import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterChanges } from '../../testing/after-changes.js';
import { DIMENSIONS, randomChanges, randomVector } from '../../testing/random-entries.js';
import type { NearPairsOptions } from '../near-pair.js';
import { copyFirstVectors, nearPairs } from './near-pairs.js';
import { VectorTable } from './vector-table.js';

/** int8 rounds each value by half a step: cosines differ by less than this. */
const TOLERANCE = 0.02;

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, d) => sum + value * b[d]!, 0);
}

const options = fc.record({
  minimum: fc.double({ min: -1, max: 1, noNaN: true }),
  minimumSelected: fc.double({ min: -1, max: 1, noNaN: true }),
  selected: fc.nat(30),
  perPlace: fc.nat(12),
  perSelectedPlace: fc.nat(12),
  places: fc.oneof(fc.nat(30), fc.constant(Number.POSITIVE_INFINITY)),
});

const unitVector = (d: number) => new Float32Array(DIMENSIONS).fill(1, d, d + 1);

/** The contract of `nearPairs` without its scan. */
function plainPairs(
  vectors: readonly (Float32Array | null)[],
  { minimum, minimumSelected, selected, perPlace, perSelectedPlace, places }: NearPairsOptions,
) {
  return vectors.slice(0, places).map((vector, a) =>
    vectors
      .map((other, b) => ({ a, b, cosine: vector && other ? dot(vector, other) : Number.NaN }))
      .filter(({ b, cosine }) => b > a && cosine >= (b < selected ? minimumSelected : minimum))
      .sort((x, y) => y.cosine - x.cosine || x.b - y.b)
      .slice(0, a < selected ? perSelectedPlace : perPlace),
  );
}

it('finds the pairs that a plain comparison of all finds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(randomVector, { freq: 8 }), { maxLength: 30 }),
      options,
      (given, chosen) => {
        const table = new VectorTable(DIMENSIONS);
        for (const vector of given) table.append(vector === null ? [] : [vector]);
        // The stored vectors, so that both compare the same numbers.
        const stored = given.map((_, row) => table.windows(row)[0] ?? null);
        for (const [row, vector] of stored.entries()) {
          if (vector === null) expect(given[row]).toBe(null);
          else expect(dot(vector, given[row]!)).toBeGreaterThan(1 - TOLERANCE);
        }
        const steps = [...nearPairs(table, chosen)];
        const expected = plainPairs(stored, chosen);
        expect(steps.length).toBe(expected.length);
        for (const [a, found] of steps.entries()) {
          const most = a < chosen.selected ? chosen.perSelectedPlace : chosen.perPlace;
          expect(found.length).toBeLessThanOrEqual(most);
          for (const { b, cosine } of found) {
            expect(cosine).toBeCloseTo(dot(stored[a]!, stored[b]!), 3);
            expect(cosine).toBeGreaterThanOrEqual(
              (b < chosen.selected ? chosen.minimumSelected : chosen.minimum) - 1e-3,
            );
          }
          // Pairs that lie exactly on a border may fall on either side of it by rounding.
          const border = expected[a]!.at(-1)?.cosine ?? Number.POSITIVE_INFINITY;
          const sure = expected[a]!.filter(({ b, cosine }) => {
            const least = b < chosen.selected ? chosen.minimumSelected : chosen.minimum;
            return cosine > least + 1e-3 && (expected[a]!.length < most || cosine > border + 1e-3);
          });
          expect(found.map(({ b }) => b)).toEqual(expect.arrayContaining(sure.map(({ b }) => b)));
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('finds the nearest of each, earlier and later ones, each pair once', () => {
  const vectors = fc.array(fc.option(randomVector, { freq: 8 }), { maxLength: 25 });
  fc.assert(
    fc.property(
      vectors,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 25 }),
      (given, perPlace, places) => {
        const table = new VectorTable(DIMENSIONS);
        for (const vector of given) table.append(vector === null ? [] : [vector]);
        const stored = given.map((_, row) => table.windows(row)[0] ?? null);
        const none = { minimum: 2, minimumSelected: 2, selected: 0, perPlace: 0, perSelectedPlace: 0 };
        const steps = [...nearPairs(table, { ...none, places, nearest: { perPlace, above: 0.1 } })];
        const found = steps.slice(-given.length).flat();
        if (given.length > 0) expect(steps).toHaveLength(Math.min(places, given.length) + given.length);
        expect(new Set(found.map(({ a, b }) => `${a}/${b}`)).size).toBe(found.length);
        for (const [row, vector] of stored.entries()) {
          const cosines = stored
            .map((other, at) =>
              vector && other && at !== row && Math.min(at, row) < places ? dot(vector, other) : 0,
            )
            .sort((x, y) => y - x);
          const border = Math.max(0.1, cosines[perPlace - 1] ?? 0);
          const own = found.filter(({ a, b }) => a === row || b === row);
          const sure = cosines.filter((cosine) => cosine > border + 1e-3).length;
          expect(own.filter(({ cosine }) => cosine > border - 1e-3).length).toBeGreaterThanOrEqual(sure);
        }
      },
    ),
    { numRuns: 200 },
  );
});

it('copies the first vector of each memory, whatever happened to the index before', () => {
  fc.assert(
    fc.property(randomChanges, (changes) => {
      const { index, model } = afterChanges(changes);
      const entries = [...model.entries.values()];
      const table = new VectorTable(DIMENSIONS);
      const unknown = 1_000;
      const given = unitVector(3);
      copyFirstVectors(index, [unknown, given, ...entries.map(({ key }) => key)], table);
      expect(table.rows).toBe(entries.length + 2);
      expect(table.windows(0)).toEqual([]);
      for (const [row, vector] of [given, ...entries.map(({ vectors }) => vectors[0]!)].entries()) {
        expect(dot(table.windows(row + 1)[0]!, vector)).toBeGreaterThan(1 - TOLERANCE);
      }
    }),
  );
});
