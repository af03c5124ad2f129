import type { Primitive } from './gltf-primitives.js';
import { pickEntries, pickOffsets, usedVertices } from './used-vertices.js';

/** The primitive without the triangles that lie below a height of the file; an empty list if all of it lies below. */
export function aboveHeight(primitive: Primitive, lowest: number): readonly Primitive[] {
  const { positions, triangles } = primitive;
  const isSeen = (vertex: number): boolean => positions[3 * vertex + 1]! > lowest;
  const seen = triangles.filter((_, i) => {
    const first = i - (i % 3);
    return isSeen(triangles[first]!) || isSeen(triangles[first + 1]!) || isSeen(triangles[first + 2]!);
  });
  if (seen.length === 0) return [];
  const count = positions.length / 3;
  const { kept, renumbered } = usedVertices(seen, count);
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
