import { describe, expect, it } from 'vitest';
import { outcomeOf, tableRow } from './metrics.js';

describe('outcomeOf', () => {
  it('returns the recall at each depth and the reciprocal rank of the first correct result', () => {
    const outcome = outcomeOf([7, 3], 4);
    expect(outcome.recall).toEqual({ 5: 0.25, 10: 0.5, 20: 0.5, 100: 0.5 });
    expect(outcome.reciprocalRank).toBe(0.25);
    expect(outcomeOf([], 1).reciprocalRank).toBe(0);
  });
});

describe('tableRow', () => {
  it('prints the means over the questions', () => {
    const row = tableRow('two', [outcomeOf([0], 1), outcomeOf([], 1)]);
    expect(row).toBe('| two | 2 | 0.500 | 0.500 | 0.500 | 0.500 | 0.500 |');
  });
});
