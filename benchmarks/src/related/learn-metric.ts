/** Two texts about the same subject, as unit vectors. */
export interface SubjectPair {
  readonly a: Float32Array;
  readonly b: Float32Array;
}

const BATCH = 256;
const TEMPERATURE = 0.05;
const STEP = 0.001;
/** Regularisation towards the plain cosine. */
const RIDGE = 0.001;

type Rows = readonly Float64Array[];

/**
 * Learns the map W under which each text finds the other text of its pair among all texts of a batch (InfoNCE
 * in both directions, Adam, starting from the identity). Only its square metric W Wᵀ is used. Returns W row
 * by row.
 */
export function learnMap(pairs: readonly SubjectPair[], epochs: number, random: () => number): Rows {
  const size = pairs[0]!.a.length;
  const map = Array.from({ length: size }, (_, i) => new Float64Array(size).fill(1, i, i + 1));
  const mean = map.map(() => new Float64Array(size));
  const square = map.map(() => new Float64Array(size));
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = shuffled(pairs, random);
    for (let start = 0; start + BATCH <= order.length; start += BATCH) {
      const gradient = gradientOf(map, order.slice(start, start + BATCH));
      step++;
      for (const [i, row] of map.entries()) {
        for (let j = 0; j < size; j++) {
          const slope = gradient[i]![j]! + RIDGE * (row[j]! - (i === j ? 1 : 0));
          mean[i]![j] = 0.9 * mean[i]![j]! + 0.1 * slope;
          square[i]![j] = 0.999 * square[i]![j]! + 0.001 * slope * slope;
          const deviation = Math.sqrt(square[i]![j]! / (1 - 0.999 ** step)) + 1e-8;
          row[j]! -= (STEP * (mean[i]![j]! / (1 - 0.9 ** step))) / deviation;
        }
      }
    }
  }
  return map;
}

function gradientOf(map: Rows, batch: readonly SubjectPair[]): Rows {
  const sides = (['a', 'b'] as const).map((side) => {
    const texts = batch.map((pair) => Float64Array.from(pair[side]));
    const mapped = texts.map((text) => combine(map, text));
    const lengths = mapped.map((row) => Math.sqrt(dot(row, row)));
    return { texts, lengths, units: mapped.map((row, i) => row.map((value) => value / lengths[i]!)) };
  });
  const [a, b] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const logits = a.units.map((unit) => b.units.map((other) => dot(unit, other) / TEMPERATURE));
  const across = logits.map(softmax);
  const down = transpose(transpose(logits).map(softmax));
  const slopes = logits.map((row, i) =>
    Float64Array.from(
      row,
      (_, j) => (across[i]![j]! + down[i]![j]! - (i === j ? 2 : 0)) / (2 * BATCH * TEMPERATURE),
    ),
  );
  const gradient = map.map((row) => new Float64Array(row.length));
  addGradient(gradient, a, slopes, b.units);
  addGradient(gradient, b, transpose(slopes), a.units);
  return gradient;
}

/**
 * Adds the gradient of one side, from the normalised vectors through the lengths of the mapped texts to the
 * map.
 */
function addGradient(
  gradient: Rows,
  { texts, lengths, units }: { texts: Rows; lengths: readonly number[]; units: Rows },
  slopes: readonly ArrayLike<number>[],
  others: Rows,
): void {
  for (const [n, text] of texts.entries()) {
    const unit = units[n]!;
    const pull = combine(others, slopes[n]!);
    const along = dot(pull, unit);
    const slope = pull.map((value, j) => (value - along * unit[j]!) / lengths[n]!);
    for (const [i, row] of gradient.entries()) {
      const value = text[i]!;
      for (let j = 0; j < row.length; j++) row[j]! += value * slope[j]!;
    }
  }
}

/** Returns the weighted sum of the rows. */
function combine(rows: Rows, weights: ArrayLike<number>): Float64Array {
  const sum = new Float64Array(rows[0]!.length);
  for (const [i, row] of rows.entries()) {
    const weight = weights[i]!;
    for (let j = 0; j < sum.length; j++) sum[j]! += weight * row[j]!;
  }
  return sum;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!;
  return sum;
}

function softmax(row: readonly number[]): number[] {
  const highest = Math.max(...row);
  const shares = row.map((value) => Math.exp(value - highest));
  const total = shares.reduce((sum, value) => sum + value, 0);
  return shares.map((value) => value / total);
}

function transpose(rows: readonly ArrayLike<number>[]): number[][] {
  return Array.from(rows[0]!, (_, j) => rows.map((row) => row[j]!));
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
