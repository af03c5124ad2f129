import type { RelatedCalibration } from '../calibration/calibration.js';
import { dot } from '../meaning/dot.js';

/** A unit vector, and what it has along the directions that count more or less than others. */
export interface PlacedText {
  readonly vector: Float32Array;
  readonly along: Float32Array;
  /** `along`, each as much as it counts. */
  readonly counted: Float32Array;
  /** 1 / its length under the metric. */
  readonly scale: number;
}

/**
 * How near two texts are in what they are about: the cosine under the metric I + Σ wᵢ qᵢqᵢᵀ, where the directions qᵢ and weights wᵢ
 * were learned from pairs that speak of the same thing (benchmarks/src/related). Two that give different values for one thing are
 * nearer than under the plain cosine, and two that merely sound alike less near.
 */
export interface SubjectMetric {
  place(vector: Float32Array): PlacedText;
  /** From -1 to 1. */
  nearness(one: PlacedText, other: PlacedText): number;
}

export function createSubjectMetric({
  directions,
  weights,
}: Pick<RelatedCalibration, 'directions' | 'weights'>): SubjectMetric {
  const dimensions = directions.length / weights.length;
  const rows = weights.map((_, i) => directions.subarray(i * dimensions, (i + 1) * dimensions));

  return {
    place(vector) {
      const along = new Float32Array(rows.length);
      const counted = new Float32Array(rows.length);
      for (let i = 0; i < rows.length; i++) {
        along[i] = dot(rows[i]!, vector);
        counted[i] = along[i]! * weights[i]!;
      }
      const square = dot(vector, vector) + dot(counted, along);
      return { vector, along, counted, scale: 1 / Math.sqrt(Math.max(square, 1e-6)) };
    },
    nearness: (one, other) =>
      (dot(one.vector, other.vector) + dot(one.counted, other.along)) * one.scale * other.scale,
  };
}
