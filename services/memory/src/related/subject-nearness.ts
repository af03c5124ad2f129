import type { RelatedCalibration } from '../embedding/calibration/calibration.js';
import { dot } from '../embedding/vector-math.js';
import { createVectorScan } from '../search/scan/vector-scan.js';

/**
 * Nearness of the subjects of texts: the cosine under the metric I + Σ wᵢ qᵢqᵢᵀ, whose directions qᵢ and
 * weights wᵢ were learned from pairs of texts about the same subject (benchmarks/src/related). Compared with
 * the plain cosine, two texts with different values for one subject are nearer, and two texts that only sound
 * alike are less near.
 */
export interface SubjectMetric {
  /** Returns the nearness of each vector i to each vector j, from -1 to 1, as [i][j]. */
  nearness(vectors: readonly Float32Array[]): readonly Float32Array[];
}

/**
 * Creates the metric of a calibration, which can be reused for all texts. Vectors are compared in the int8
 * form of the index.
 */
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
      // Each row has the dot products of one vector with all directions, then with all vectors.
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
