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
});
