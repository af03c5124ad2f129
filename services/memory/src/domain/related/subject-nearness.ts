import type { RelatedCalibration } from '../calibration/calibration.js';
import { dot } from '../embedding/vector-math.js';
import { createVectorScan } from '../retrieval/scan/vector-scan.js';

/**
 * How near texts are in what they are about: the cosine under the metric I + Σ wᵢ qᵢqᵢᵀ, where the directions qᵢ and weights wᵢ
 * were learned from pairs that speak of the same thing (benchmarks/src/related). Two that give different values for one thing are
 * nearer than under the plain cosine, and two that merely sound alike less near.
 */
export interface SubjectMetric {
  /** Of each of n vectors with each, from -1 to 1: [i][j]. */
  nearness(vectors: readonly Float32Array[]): readonly Float32Array[];
}

/** Keeps the directions ready: one for each calibration serves all texts. Vectors are compared as the index keeps them, in bytes. */
export function createSubjectMetric({
  directions,
  weights,
}: Pick<RelatedCalibration, 'directions' | 'weights'>): SubjectMetric {
  const dimensions = directions.length / weights.length;
  const scan = createVectorScan(dimensions);
  scan.reserve(weights.length);
  for (let i = 0; i < weights.length; i++)
    scan.write(i, directions.subarray(i * dimensions, (i + 1) * dimensions));

  return {
    nearness(vectors) {
      scan.reserve(weights.length + vectors.length);
      vectors.forEach((vector, i) => {
        scan.write(weights.length + i, vector);
      });
      // Of each vector: what it has along each direction, then its products with all vectors.
      const scores = vectors.map((vector) => {
        const values = new Float32Array(weights.length + vectors.length);
        scan.setQuery(vector);
        scan.scoreRange(0, values.length, values);
        return values;
      });
      const along = scores.map((values) => values.subarray(0, weights.length));
      const counted = along.map((values) => Float32Array.from(weights, (weight, i) => weight * values[i]!));
      const nearness = scores.map((values) => values.subarray(weights.length));
      nearness.forEach((row, i) => {
        for (let j = 0; j < row.length; j++) row[j] = row[j]! + dot(counted[i]!, along[j]!);
      });
      const scales = nearness.map((row, i) => 1 / Math.sqrt(Math.max(row[i]!, 1e-6)));
      nearness.forEach((row, i) => {
        for (let j = 0; j < row.length; j++) row[j] = row[j]! * scales[i]! * scales[j]!;
      });
      return nearness;
    },
  };
}
