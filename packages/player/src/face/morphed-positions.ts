import type { Head } from '@anima/face/head';

/** Vertices of a head moved by its shapes: base + sum of weight x offset, over the few offsets that are not 0. */
export interface MorphedPositions {
  /** [vertices x 3] */
  readonly values: Float32Array;
  move(weights: Float32Array): void;
}

export function createMorphedPositions({ positions, shapes }: Head): MorphedPositions {
  const count = positions.length / 4;
  const rest = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) rest.set(positions.subarray(4 * i, 4 * i + 3), 3 * i);
  const values = rest.slice();
  const { starts, vertices, offsets } = shapes;
  return {
    values,
    move(weights) {
      values.set(rest);
      for (let shape = 0; shape + 1 < starts.length; shape++) {
        const weight = weights[shape]!;
        if (weight === 0) continue;
        for (let i = starts[shape]!; i < starts[shape + 1]!; i++) {
          const at = 3 * vertices[i]!;
          values[at]! += weight * offsets[4 * i]!;
          values[at + 1]! += weight * offsets[4 * i + 1]!;
          values[at + 2]! += weight * offsets[4 * i + 2]!;
        }
      }
    },
  };
}
