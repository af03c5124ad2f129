/** Scales `vector` in place to length 1. A vector of zeros stays as it is. */
export function normalise(vector: Float32Array): Float32Array {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * vector[i]!;
  if (sum === 0) return vector;
  const scale = 1 / Math.sqrt(sum);
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! * scale;
  return vector;
}

/** The normalised mean of unit vectors; a single vector is handed back as it is. */
export function meanDirection(vectors: readonly Float32Array[]): Float32Array {
  const [first] = vectors;
  if (!first) throw new Error('Expected at least one vector, received none');
  if (vectors.length === 1) return first;
  const sum = new Float32Array(first.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + vector[i]!;
  return normalise(sum);
}
