/** The normalised mean of unit vectors; a single vector is handed back as it is. */
export function meanDirection(vectors: readonly Float32Array[]): Float32Array {
  if (vectors.length === 1) return vectors[0]!;
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + vector[i]!;
  const scale = 1 / (Math.hypot(...sum) || 1);
  return sum.map((value) => value * scale);
}
