import { describe, expect, it } from 'vitest';
import { outcomeAt, recallAt } from './precision-recall.js';

const scores = [0.9, 0.8, 0.8, 0.6, 0.4, Number.NEGATIVE_INFINITY];
const labels = [true, true, false, true, false, true];

describe('outcomeAt', () => {
  it('counts pairs with at least the threshold as hits', () => {
    expect(outcomeAt(scores, labels, 0.8)).toEqual({ precision: 2 / 3, recall: 0.5, hits: 3, falseHits: 1 });
    expect(outcomeAt(scores, labels, 0.8, 2).precision).toBe(0.5);
    expect(outcomeAt(scores, labels, 1)).toEqual({ precision: 1, recall: 0, hits: 0, falseHits: 0 });
  });
});

describe('recallAt', () => {
  it('includes equal scores together and excludes scores of minus infinity', () => {
    expect(recallAt(scores, labels, 1)).toEqual({ recall: 0.25, threshold: 0.9 });
    expect(recallAt(scores, labels, 0.75)).toEqual({ recall: 0.75, threshold: 0.6 });
    expect(recallAt(scores, labels, 0)).toEqual({ recall: 0.75, threshold: 0.4 });
  });
});
