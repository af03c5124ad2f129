import type { Primitive } from './gltf-primitives.js';
import type { Placement } from './head.js';
import { pickEntries, pickOffsets, usedVertices } from './vertex-sets.js';

/** Returns the primitive without triangles below a height in the file; an empty list if none remain. */
export function aboveHeight(primitive: Primitive, lowest: number): readonly Primitive[] {
  const { positions, triangles } = primitive;
  const isSeen = (vertex: number): boolean => positions[3 * vertex + 1]! > lowest;
  const seen = triangles.filter((_, i) => {
    const first = i - (i % 3);
    return isSeen(triangles[first]!) || isSeen(triangles[first + 1]!) || isSeen(triangles[first + 2]!);
  });
  if (seen.length === 0) return [];
  const count = positions.length / 3;
  const { usedIndices: kept, renumbered } = usedVertices(seen, count);
  if (kept.length === count) return [primitive];
  return [
    {
      ...primitive,
      positions: pickEntries(positions, 3, kept),
      coordinates: pickEntries(primitive.coordinates, 2, kept),
      normals: primitive.normals && pickEntries(primitive.normals, 3, kept),
      tones: primitive.tones && pickEntries(primitive.tones, 1, kept),
      followsHead: primitive.followsHead && pickEntries(primitive.followsHead, 1, kept),
      followsEyes: primitive.followsEyes.map((shares) => pickEntries(shares, 1, kept)),
      triangles: seen.map((vertex) => renumbered[vertex]!),
      shapes: new Map([...primitive.shapes].map(([name, moved]) => [name, pickOffsets(moved, renumbered)])),
    },
  ];
}

export type Point = [number, number, number];

/** Point `i` of a list of the file, in the frame of `Head`. */
export function placed({ origin, facing, scale }: Placement, points: ArrayLike<number>, i = 0): Point {
  return [
    facing * scale * (points[3 * i]! - origin[0]),
    scale * (points[3 * i + 1]! - origin[1]),
    facing * scale * (points[3 * i + 2]! - origin[2]),
  ];
}

/** Distance in metres: a head whose own origin is this near to its eyes keeps its position. */
const AT_ORIGIN = 0.016;

/** The frame of `Head` for a file whose eyes are on both sides of `middle`. */
export function placeHead({
  middle,
  facing,
  scale,
}: Omit<Placement, 'origin'> & { readonly middle: Point }): Placement {
  const isPlaced = facing === 1 && scale === 1 && Math.hypot(...middle) < AT_ORIGIN;
  return { origin: isPlaced ? [0, 0, 0] : middle, facing, scale };
}

/**
 * Returns the mean position of the vertices that a shape moves, weighted by distance, in file coordinates.
 * Returns undefined if the shape moves no vertices.
 */
export function middleOfMoved(primitives: readonly Primitive[], shape: string): Point | undefined {
  const sum: Point = [0, 0, 0];
  let total = 0;
  for (const { shapes, positions } of primitives) {
    const offsets = shapes.get(shape);
    offsets?.vertices.forEach((vertex, i) => {
      const far = Math.hypot(offsets.values[3 * i]!, offsets.values[3 * i + 1]!, offsets.values[3 * i + 2]!);
      total += far;
      for (const k of [0, 1, 2] as const) sum[k] += far * positions[3 * vertex + k]!;
    });
  }
  return total > 0 ? [sum[0] / total, sum[1] / total, sum[2] / total] : undefined;
}
