import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectTop } from './select-top.js';

describe('selectTop', () => {
  it('equals the head of a full sort', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.nat(70), (values, limit) => {
        const later = (a: number, b: number) => b - a;
        const sorted = Array.from(values.keys()).sort((a, b) => values[b]! - values[a]! || later(a, b));
        expect(selectTop(values, limit, later)).toEqual(sorted.slice(0, limit));
      }),
    );
  });

  it('equals any part of a full sort, also if it is too long for a heap', () => {
    const values = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 900, maxLength: 3_000 });
    fc.assert(
      fc.property(values, fc.nat(3_100), fc.nat(3_100), (scores, from, limit) => {
        const later = (a: number, b: number) => b - a;
        const sorted = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || later(a, b));
        expect(selectTop(scores, limit, later, from)).toEqual(sorted.slice(from, limit));
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, number, number]>([
    ['the first page', 20, 2],
    ['a page in the middle', 50_000, 10],
    ['the last page', 100_000, 10],
  ])('compares each of 100,000 equal scores only a few times for %s', (_, limit, mostEach) => {
    const scores = new Float64Array(100_000);
    let compared = 0;
    const laterFirst = (a: number, b: number): number => {
      compared++;
      return b - a;
    };
    const found = selectTop(scores, limit, laterFirst, limit - 20);
    expect(found).toEqual(Array.from({ length: 20 }, (_, i) => scores.length - 1 - (limit - 20 + i)));
    expect(compared).toBeLessThan(mostEach * scores.length);
  });
});
