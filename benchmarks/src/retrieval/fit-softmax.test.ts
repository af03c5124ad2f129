import { describe, expect, it } from 'vitest';
import { seededRandom } from '../index-scan/synthetic-memories.js';
import { fitSoftmax, type RankingProblem, scoresOf } from './fit-softmax.js';

describe('fitSoftmax', () => {
  it('recovers the weights that generated the data', () => {
    const random = seededRandom(3);
    const truth = Float64Array.of(2, -1, 0);
    const problems = Array.from({ length: 400 }, (): RankingProblem => {
      const features = Float32Array.from({ length: 30 }, () => 2 * random() - 1);
      const problem = { group: 'one', weight: 1, features, width: 3, found: [], right: 1 };
      // Adds Gumbel noise to the scores: the highest is then a draw from their softmax.
      const noisy = scoresOf(problem, truth).map((score) => score - Math.log(-Math.log(random())));
      return { ...problem, found: [[noisy.indexOf(Math.max(...noisy))]] };
    });
    const weights = fitSoftmax(problems, { ridge: 0.1 });
    expect(weights[0]).toBeGreaterThan(1.6);
    expect(weights[0]).toBeLessThan(2.4);
    expect(weights[1]).toBeGreaterThan(-1.4);
    expect(weights[1]).toBeLessThan(-0.6);
    expect(Math.abs(weights[2]!)).toBeLessThan(0.4);
  });

  it('returns no weights without questions', () => {
    expect(fitSoftmax([], { ridge: 1 })).toHaveLength(0);
  });
});
