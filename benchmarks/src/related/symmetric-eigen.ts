const SWEEPS = 12;

/** Returns the eigenvalues and unit eigenvectors of a symmetric matrix, by Jacobi rotations. */
export function symmetricEigen(matrix: readonly Float64Array[]): { value: number; vector: Float64Array }[] {
  const size = matrix.length;
  const a = matrix.map((row) => row.slice());
  const vectors = a.map((_, i) => new Float64Array(size).fill(1, i, i + 1));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(a[p]![q]!) < 1e-12) continue;
        const theta = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!);
        const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
        const cosine = 1 / Math.hypot(tangent, 1);
        const sine = tangent * cosine;
        for (const row of a) rotate(row, p, q, cosine, sine);
        rotateRows(a[p]!, a[q]!, cosine, sine);
        rotateRows(vectors[p]!, vectors[q]!, cosine, sine);
      }
    }
  }
  return vectors.map((vector, i) => ({ value: a[i]![i]!, vector }));
}

function rotate(row: Float64Array, p: number, q: number, cosine: number, sine: number): void {
  const [x, y] = [row[p]!, row[q]!];
  row[p] = cosine * x - sine * y;
  row[q] = sine * x + cosine * y;
}

function rotateRows(one: Float64Array, other: Float64Array, cosine: number, sine: number): void {
  for (let i = 0; i < one.length; i++) {
    const [x, y] = [one[i]!, other[i]!];
    one[i] = cosine * x - sine * y;
    other[i] = sine * x + cosine * y;
  }
}
