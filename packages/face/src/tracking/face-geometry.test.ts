import { describe, expect, it } from 'vitest';
import * as geometry from './face-geometry.js';
import { LANDMARKS } from './face-track.js';

const FACE_TRIANGLES = geometry.faceTriangles();

/** Edges that only one triangle has, as closed lines of points. */
function borders(triangles: Uint16Array): number[][] {
  const next = new Map<number, number>();
  const edges = new Set<string>();
  const directed: [number, number][] = [];
  for (let at = 0; at < triangles.length; at += 3)
    for (const [one, other] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const edge: [number, number] = [triangles[at + one]!, triangles[at + other]!];
      expect(edges.has(edge.join()), `the edge ${edge} twice in one direction`).toBe(false);
      edges.add(edge.join());
      directed.push(edge);
    }
  for (const [from, to] of directed) if (!edges.has(`${to},${from}`)) next.set(from, to);
  const lines: number[][] = [];
  while (next.size > 0) {
    const line: number[] = [];
    for (let at = [...next.keys()][0]!; next.has(at); ) {
      line.push(at);
      const to = next.get(at)!;
      next.delete(at);
      at = to;
    }
    lines.push(line);
  }
  return lines;
}

const sorted = (indices: readonly number[]): number[] => [...indices].sort((one, other) => one - other);

describe('the mesh', () => {
  it('joins all points by 880 triangles, open only at the outline and at the mouth', () => {
    expect(FACE_TRIANGLES).toHaveLength(3 * 880);
    expect(new Set(FACE_TRIANGLES).size).toBe(LANDMARKS);
    const [outline, mouth] = borders(FACE_TRIANGLES).sort((one, other) => other.length - one.length);
    expect(sorted(outline!)).toEqual(sorted(geometry.FACE_OVAL));
    expect(sorted(mouth!)).toEqual(sorted(geometry.INNER_LIP));
  });

  it('joins neighbours in each closed line', () => {
    const edges = new Set<string>();
    for (let at = 0; at < FACE_TRIANGLES.length; at += 3)
      for (const [one, other] of [
        [0, 1],
        [1, 2],
        [2, 0],
      ] as const) {
        const [from, to] = [FACE_TRIANGLES[at + one]!, FACE_TRIANGLES[at + other]!];
        edges.add(`${from},${to}`);
        edges.add(`${to},${from}`);
      }
    const { FACE_OVAL, INNER_LIP, LEFT_EYE, OUTER_LIP, RIGHT_EYE } = geometry;
    for (const line of [FACE_OVAL, INNER_LIP, OUTER_LIP, RIGHT_EYE, LEFT_EYE])
      for (const [i, from] of line.entries()) {
        const to = line[(i + 1) % line.length]!;
        expect(edges.has(`${from},${to}`), `${from} to ${to}`).toBe(true);
      }
  });
});
