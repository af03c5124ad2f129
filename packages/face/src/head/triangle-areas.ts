import type { Head } from './head.js';

/** Twice the areas of a triangle. */
export interface TriangleAreas {
  /** Square metres, at rest. */
  readonly surface: number;
  /** Square metres as seen from the front; negative from behind. */
  readonly front: number;
  /** In its texture, whose sides are 1. */
  readonly picture: number;
}

export function triangleAreas(
  { positions: p, coordinates: uv, triangles }: Pick<Head, 'positions' | 'coordinates' | 'triangles'>,
  triangle: number,
): TriangleAreas {
  const [a, b, c] = triangles.subarray(3 * triangle, 3 * triangle + 3) as unknown as [number, number, number];
  const edge = (to: number, k: number): number => p[4 * to + k]! - p[4 * a + k]!;
  const across = (to: number, k: number): number => uv[2 * to + k]! - uv[2 * a + k]!;
  const front = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0);
  return {
    surface: Math.hypot(
      edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1),
      edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2),
      front,
    ),
    front,
    picture: Math.abs(across(b, 0) * across(c, 1) - across(b, 1) * across(c, 0)),
  };
}
