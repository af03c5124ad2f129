/** An example: features, label and weight in the loss. */
export interface Example {
  features: ArrayLike<number>;
  label: boolean;
  weight: number;
}

const ITERATIONS = 30;

/** Returns the weights of a logistic regression with a ridge (not on the first weight), by Newton's method. */
export function fitLogistic(examples: readonly Example[], ridge: number): Float64Array {
  const width = examples[0]!.features.length;
  const weights = new Float64Array(width);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const rows = Array.from({ length: width }, () => new Float64Array(width + 1));
    for (const { features, label, weight } of examples) {
      const probability = probabilityOf(features, weights);
      const error = weight * (probability - (label ? 1 : 0));
      const curvature = weight * probability * (1 - probability);
      for (let a = 0; a < width; a++) {
        rows[a]![width]! += error * features[a]!;
        for (let b = 0; b < width; b++) rows[a]![b]! += curvature * features[a]! * features[b]!;
      }
    }
    for (let a = 0; a < width; a++) {
      rows[a]![a]! += a === 0 ? 1e-9 : ridge;
      if (a > 0) rows[a]![width]! += ridge * weights[a]!;
    }
    const step = solve(rows);
    for (let a = 0; a < width; a++) weights[a]! -= step[a]!;
    if (step.every((change) => Math.abs(change) < 1e-6)) break;
  }
  return weights;
}

export function probabilityOf(features: ArrayLike<number>, weights: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += weights[at]! * features[at]!;
  return 1 / (1 + Math.exp(-sum));
}

/** Solves a positive definite system; the last column is the right side. Overwrites the rows. */
function solve(rows: Float64Array[]): Float64Array {
  const width = rows.length;
  for (let a = 0; a < width; a++) {
    for (let row = a + 1; row < width; row++) {
      const factor = rows[row]![a]! / rows[a]![a]!;
      for (let b = a; b <= width; b++) rows[row]![b]! -= factor * rows[a]![b]!;
    }
  }
  const solution = new Float64Array(width);
  for (let a = width - 1; a >= 0; a--) {
    let sum = rows[a]![width]!;
    for (let b = a + 1; b < width; b++) sum -= rows[a]![b]! * solution[b]!;
    solution[a] = sum / rows[a]![a]!;
  }
  return solution;
}

/** Returns the probability that a random positive value is above a random negative value. */
export function areaUnderCurve(positive: readonly number[], negative: readonly number[]): number {
  const all = [...positive.map((value) => [value, 1]), ...negative.map((value) => [value, 0])] as [
    number,
    number,
  ][];
  all.sort((a, b) => a[0] - b[0]);
  let ranks = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]![0] === all[from]![0]) to++;
    for (let at = from; at < to; at++) if (all[at]![1] === 1) ranks += (from + to + 1) / 2;
    from = to;
  }
  return (ranks - (positive.length * (positive.length + 1)) / 2) / (positive.length * negative.length);
}
