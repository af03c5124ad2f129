import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import initWabt from 'wabt';
import { createVectorScan } from './vector-scan.js';
import { VECTOR_SCAN_WASM } from './vector-scan.wasm.js';

describe('vector-scan.wasm.ts', () => {
  it('is vector-scan.wat, assembled', async () => {
    const wabt = await initWabt();
    const source = readFileSync(new URL('vector-scan.wat', import.meta.url), 'utf8');
    const { buffer } = wabt.parseWat('vector-scan.wat', source, { simd: true }).toBinary({});
    expect(VECTOR_SCAN_WASM).toBe(Buffer.from(buffer).toString('base64'));
  });
});

describe('vector scan', () => {
  const scans = new Map([1, 15, 16, 17, 100, 384, 1536].map((size) => [size, createVectorScan(size)]));

  it('scores ranges and lists as the plain version does', () => {
    const number = fc.float({ min: -4, max: 4, noNaN: true });
    const scene = fc.constantFrom(...scans.keys()).chain((dimensions) => {
      const vector = fc.array(number, { minLength: dimensions, maxLength: dimensions, size: 'max' });
      return fc.record({
        dimensions: fc.constant(dimensions),
        query: vector,
        records: fc.array(vector, { minLength: 1, maxLength: 11 }),
        first: fc.nat(10),
        list: fc.array(fc.nat(10), { maxLength: 20 }),
      });
    });
    fc.assert(
      fc.property(scene, ({ dimensions, query, records, first, list }) => {
        const scan = scans.get(dimensions)!;
        scan.reserve(records.length);
        records.forEach((record, slot) => {
          scan.write(slot, Float32Array.from(record));
        });
        scan.setQuery(Float32Array.from(query));
        const expected = records.map((record) => plainScore(record, query));

        const from = Math.min(first, records.length - 1);
        const range = new Float32Array(records.length - from);
        scan.scoreRange(from, range.length, range);
        expectClose(range, expected.slice(from));

        const slots = Uint32Array.from(list, (slot) => slot % records.length);
        const scores = new Float32Array(slots.length);
        scan.scoreSlots(slots, slots.length, scores);
        expectClose(
          scores,
          Array.from(slots, (slot) => expected[slot]!),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('scores more slots than one call of the loop takes', () => {
    const scan = createVectorScan(16);
    const count = 9_001;
    const vectors = Array.from({ length: count }, (_, i) =>
      Float32Array.from({ length: 16 }, (_, d) => Math.sin(i * 16 + d)),
    );
    scan.reserve(count);
    vectors.forEach((vector, slot) => {
      scan.write(slot, vector);
    });
    const query = vectors[77]!;
    scan.setQuery(query);
    const expected = vectors.map((vector) => plainScore(vector, query));
    const range = new Float32Array(count - 3);
    scan.scoreRange(3, range.length, range);
    expectClose(range, expected.slice(3));
    const slots = Uint32Array.from({ length: count }, (_, i) => (i * 7) % count);
    const scores = new Float32Array(count);
    scan.scoreSlots(slots, count, scores);
    expectClose(
      scores,
      Array.from(slots, (slot) => expected[slot]!),
    );
  });

  it('does not overflow where all numbers are as large as they get', () => {
    for (const [dimensions, scan] of scans) {
      const ones = new Float32Array(dimensions).fill(1);
      scan.reserve(1);
      scan.write(0, ones);
      scan.setQuery(ones.map((one) => -one));
      const score = new Float32Array(1);
      scan.scoreRange(0, 1, score);
      expect(score[0]).toBeCloseTo(-dimensions, 2);
    }
  });

  it('scores 0 for zero vectors', () => {
    const scan = createVectorScan(16);
    scan.reserve(1);
    scan.write(0, new Float32Array(16));
    scan.setQuery(new Float32Array(16));
    const score = Float32Array.of(1);
    scan.scoreRange(0, 1, score);
    expect(score[0]).toBe(0);
  });

  it('refuses more than 4 GiB and senseless dimensions', () => {
    const scan = createVectorScan(384);
    expect(scan.maxSlots).toBe(11_069_334);
    expect(() => scan.reserve(scan.maxSlots + 1)).toThrow('at most 11069334 vectors of 384 dimensions');
    for (const dimensions of [0, 1.5, 8_193]) {
      expect(() => createVectorScan(dimensions)).toThrow(`received ${dimensions}`);
    }
  });
});

/** The same arithmetic without WebAssembly: int8 records, int16 query. */
function plainScore(record: ArrayLike<number>, query: ArrayLike<number>): number {
  const dimensions = record.length;
  const most = (values: ArrayLike<number>) => Math.max(...Array.from(values, Math.abs));
  const padded = Math.ceil(dimensions / 16) * 16;
  const recordScale = most(record) / 127;
  const queryScale = most(query) / Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * padded)));
  if (recordScale === 0 || queryScale === 0) return 0;
  let dot = 0;
  for (let d = 0; d < dimensions; d++) {
    dot += Math.round(record[d]! / recordScale) * Math.round(query[d]! / queryScale);
  }
  return dot * recordScale * queryScale;
}

function expectClose(actual: Float32Array, expected: number[]): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, i) => {
    if (Math.abs(actual[i]! - value) > 1e-5 * (1 + Math.abs(value))) expect(actual[i]).toBe(value);
  });
}
