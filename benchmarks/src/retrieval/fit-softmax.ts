/** One query: the features of its candidates, and the correct candidates. */
export interface RankingProblem {
  /** Problems of one group are fitted or measured together: one conversation, or one person. */
  group: string;
  /** Weight of the problem in the loss. */
  weight: number;
  /** Candidates x width, row-major. */
  features: Float32Array;
  width: number;
  /** Groups of correct candidates; one candidate of a group is enough. */
  found: readonly (readonly number[])[];
  /** Number of all correct groups, also of those without a candidate. */
  right: number;
}

const ITERATIONS = 40;
const MIN_SHARE = 1e-6;

export function scoresOf({ features, width }: RankingProblem, weights: Float64Array): Float64Array {
  const scores = new Float64Array(features.length / width);
  for (let at = 0; at < scores.length; at++) {
    let score = 0;
    for (let column = 0; column < width; column++) score += weights[column]! * features[at * width + column]!;
    scores[at] = score;
  }
  return scores;
}

/**
 * Returns the weights w that minimise the weighted sum over queries of the mean over groups of
 * -log(Σ softmax(scores)[group]), plus ridge / 2 |w|²: listwise logistic regression (ListNet's top-one loss),
 * in which a group is a single memory or a session. Newton's method uses the convex part of the second
 * derivative. With groups of one candidate, the problem is convex and has one solution.
 */
export function fitSoftmax(
  problems: readonly RankingProblem[],
  { ridge, start }: { ridge: number; start?: readonly number[] },
): Float64Array {
  const used = problems.filter(({ found }) => found.length > 0);
  const width = used[0]?.width ?? 0;
  let weights = start === undefined ? new Float64Array(width) : Float64Array.from(start);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = weights.map((weight) => ridge * weight);
    const hessian = Float64Array.from({ length: width * width }, (_, at) =>
      at % (width + 1) === 0 ? ridge : 0,
    );
    for (const problem of used) addDerivatives(problem, weights, gradient, hessian);
    const step = solve(hessian, gradient);
    // A complete Newton step can overshoot: halve it until the loss falls.
    const before = lossOf(used, weights, ridge);
    let share = 1;
    let next = weights;
    do {
      next = weights.map((weight, column) => weight - share * step[column]!);
      share /= 2;
    } while (lossOf(used, next, ridge) > before && share > 1e-6);
    weights = next;
    const longest = step.reduce((most, change) => Math.max(most, Math.abs(change)), 0);
    if (longest < 1e-5) break;
  }
  return weights;
}

function lossOf(problems: readonly RankingProblem[], weights: Float64Array, ridge: number): number {
  let loss = weights.reduce((sum, weight) => sum + (ridge / 2) * weight * weight, 0);
  for (const problem of problems) {
    const scores = scoresOf(problem, weights);
    const highest = scores.reduce((best, score) => Math.max(best, score), Number.NEGATIVE_INFINITY);
    const shares = scores.map((score) => Math.exp(score - highest));
    const total = Math.log(shares.reduce((sum, share) => sum + share, 0));
    for (const group of problem.found) {
      const own = group.reduce((sum, place) => sum + shares[place]!, 0);
      loss += (problem.weight * (total - Math.log(Math.max(own, 1e-300)))) / problem.found.length;
    }
  }
  return loss;
}

function addDerivatives(
  problem: RankingProblem,
  weights: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array,
): void {
  const { features, width, found, weight } = problem;
  const scores = scoresOf(problem, weights);
  const highest = scores.reduce((best, score) => Math.max(best, score), Number.NEGATIVE_INFINITY);
  const shares = scores.map((score) => Math.exp(score - highest));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const mean = new Float64Array(width);
  for (let at = 0; at < shares.length; at++) {
    const share = shares[at]! / total;
    // The others contribute less than the tolerance.
    if (share < MIN_SHARE) continue;
    const row = features.subarray(at * width, (at + 1) * width);
    for (let a = 0; a < width; a++) {
      const value = share * row[a]!;
      mean[a]! += value;
      if (value !== 0) for (let b = 0; b <= a; b++) hessian[a * width + b]! += weight * value * row[b]!;
    }
  }
  for (let a = 0; a < width; a++) {
    let observed = 0;
    for (const group of found) {
      const own = Math.max(
        group.reduce((sum, place) => sum + shares[place]!, 0),
        1e-300,
      );
      for (const place of group)
        observed += ((shares[place]! / own) * features[place * width + a]!) / found.length;
    }
    gradient[a]! += weight * (mean[a]! - observed);
    for (let b = 0; b <= a; b++) hessian[a * width + b]! -= weight * mean[a]! * mean[b]!;
  }
}

/** Solves A x = y for a symmetric positive definite A given by its lower half (Cholesky). Overwrites A. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const width = right.length;
  const x = right.slice();
  for (let a = 0; a < width; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = matrix[a * width + b]!;
      for (let c = 0; c < b; c++) sum -= matrix[a * width + c]! * matrix[b * width + c]!;
      matrix[a * width + b] = a === b ? Math.sqrt(Math.max(sum, 1e-12)) : sum / matrix[b * width + b]!;
    }
  }
  for (let a = 0; a < width; a++) {
    for (let c = 0; c < a; c++) x[a]! -= matrix[a * width + c]! * x[c]!;
    x[a]! /= matrix[a * width + a]!;
  }
  for (let a = width - 1; a >= 0; a--) {
    for (let c = a + 1; c < width; c++) x[a]! -= matrix[c * width + a]! * x[c]!;
    x[a]! /= matrix[a * width + a]!;
  }
  return x;
}
