export interface Example {
  readonly features: readonly number[];
  readonly same: boolean;
}

export interface LogisticFit {
  readonly intercept: number;
  /** Weights of the original features, which are not standardised. */
  readonly weights: number[];
  scoreOf(features: readonly number[]): number;
}

const STEPS = 50;

/**
 * Fits a ridge logistic regression with Newton's method. It is deterministic, and the ridge acts on
 * standardised features.
 */
export function fitLogistic(examples: readonly Example[], ridge = 1): LogisticFit {
  const width = examples[0]!.features.length;
  const columns = Array.from({ length: width }, (_, at) => examples.map(({ features }) => features[at]!));
  const means = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / column.length);
  const spreads = columns.map(
    (column, at) =>
      Math.sqrt(column.reduce((sum, value) => sum + (value - means[at]!) ** 2, 0) / column.length) || 1,
  );
  const rows = examples.map(({ features }) => [
    1,
    ...features.map((value, at) => (value - means[at]!) / spreads[at]!),
  ]);
  let beta = new Array<number>(width + 1).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = beta.map((value, at) => (at === 0 ? 0 : -ridge * value));
    const hessian = beta.map((_, i) => beta.map((__, j) => (i === j && i > 0 ? ridge : 0)));
    for (const [at, row] of rows.entries()) {
      const expected = 1 / (1 + Math.exp(-product(row, beta)));
      const curvature = expected * (1 - expected);
      const error = (examples[at]!.same ? 1 : 0) - expected;
      for (let i = 0; i <= width; i++) {
        gradient[i]! += error * row[i]!;
        for (let j = 0; j <= width; j++) hessian[i]![j]! += curvature * row[i]! * row[j]!;
      }
    }
    const change = solve(hessian, gradient);
    beta = beta.map((value, at) => value + change[at]!);
    if (Math.max(...change.map(Math.abs)) < 1e-9) break;
  }
  const weights = beta.slice(1).map((value, at) => value / spreads[at]!);
  const intercept = beta[0]! - product(weights, means);
  return { intercept, weights, scoreOf: (features) => intercept + product(weights, features) };
}

function product(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}

/** Solves a linear system by Gaussian elimination with pivots. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column; row < size; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / rows[column]![column]!;
      for (let at = column; at <= size; at++) rows[row]![at]! -= factor * rows[column]![at]!;
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!);
}
