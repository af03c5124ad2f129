import { describe, expect, it } from 'vitest';
import type { Head } from './head.js';
import { edgeNeighbours } from './triangle-levels.js';
import { weldedVertices } from './vertex-sets.js';

/**
 * A grid of 4 x 4 squares with two triangles each. The third column of vertices is duplicated, as at a seam
 * of a texture.
 */
function grid(change: (head: Head) => void = () => {}): Head {
  const columns = [0, 1, 2, 2, 3, 4];
  const positions = Array.from({ length: 30 }, (_, i) => [columns[i % 6]!, Math.floor(i / 6), 0, 1]).flat();
  const triangles: number[] = [];
  for (let row = 0; row < 4; row++)
    for (const column of [0, 1, 3, 4]) {
      const at = 6 * row + column;
      triangles.push(at, at + 1, at + 7, at, at + 7, at + 6);
    }
  const head = {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    parts: [{ firstTriangle: 0, triangles: triangles.length / 3 }],
    shapes: { starts: Uint32Array.of(0, 1), vertices: Uint32Array.of(0), offsets: new Float32Array(4) },
  } as unknown as Head;
  change(head);
  return head;
}
const inside = (head: Head): number =>
  edgeNeighbours(head, weldedVertices(head.positions, head.shapes)).filter((triangle) => triangle !== -1)
    .length / 3;

describe('triangles beyond the edges of one', () => {
  it('are found across a seam, for those that have three', () => {
    const head = grid();
    // 32 triangles and 16 edges of the border, of which two corners have two in one triangle.
    expect(inside(head)).toBe(32 - 14);
    const [beyond] = [
      edgeNeighbours(head, weldedVertices(head.positions, head.shapes)).subarray(3 * 10, 3 * 11),
    ];
    expect([...beyond!].sort((a, b) => a - b)).toEqual([3, 11, 13]);
  });

  it('are none where the other side moves in another way, or turns its back', () => {
    // Vertex 9 has the position of vertex 8 and moves away from it.
    const torn = grid(({ shapes }) => {
      shapes.vertices[0] = 9;
      shapes.offsets[1] = 0.5;
    });
    expect(weldedVertices(torn.positions, torn.shapes)[9]).toBe(9);
    expect(inside(torn)).toBeLessThan(18);
    const turned = grid(({ triangles }) => {
      [triangles[31], triangles[32]] = [triangles[32]!, triangles[31]!];
    });
    expect(inside(turned)).toBeLessThan(18);
  });
});
