import type { Head, HeadPart } from './head.js';

/** Numbers that stand for all that the shapes do to a vertex. */
export const MOVES = 24;
/** What is summed up over the neighbours of a vertex, d being the way to each: d d' (6), d (3), how many they are. */
const WAYS = 10;
/** Of the squares of all ways: where neighbours lie in a plane or a line, nothing is said of what is beside it. */
const STEADY = 1e-3;

/**
 * Marks the vertices of a part that move otherwise than those about them, by more than `most` metres: lips and lids bend, and need them
 * all. What moves as a plane through its neighbours' moves would have it does not bend: a jaw draws a cheek out evenly. `triangles`: the
 * part's, as numbers of the head's vertices; `moves` [vertices of the head x MOVES].
 */
export function bendingVertices(
  { positions }: Pick<Head, 'positions'>,
  { firstVertex, vertices }: Pick<HeadPart, 'firstVertex' | 'vertices'>,
  triangles: Uint32Array,
  moves: Float32Array,
  most: number,
): Uint8Array {
  const ways = new Float64Array(WAYS * vertices);
  eachNeighbour(triangles, (vertex, other) => {
    const at = WAYS * (vertex - firstVertex);
    const x = positions[4 * other]! - positions[4 * vertex]!;
    const y = positions[4 * other + 1]! - positions[4 * vertex + 1]!;
    const z = positions[4 * other + 2]! - positions[4 * vertex + 2]!;
    ways[at]! += x * x;
    ways[at + 1]! += x * y;
    ways[at + 2]! += x * z;
    ways[at + 3]! += y * y;
    ways[at + 4]! += y * z;
    ways[at + 5]! += z * z;
    ways[at + 6]! += x;
    ways[at + 7]! += y;
    ways[at + 8]! += z;
    ways[at + 9]!++;
  });
  const middles = new Float64Array(3 * vertices);
  for (let i = 0; i < vertices; i++) middleInPlane(ways, WAYS * i, middles, 3 * i);
  const bends = new Float64Array(MOVES * vertices);
  eachNeighbour(triangles, (vertex, other) => {
    const i = vertex - firstVertex;
    let even = 0;
    for (let k = 0; k < 3; k++)
      even += middles[3 * i + k]! * (positions[4 * other + k]! - positions[4 * vertex + k]!);
    for (let k = 0; k < MOVES; k++)
      bends[MOVES * i + k]! += (1 - even) * (moves[MOVES * other + k]! - moves[MOVES * vertex + k]!);
  });
  return Uint8Array.from({ length: vertices }, (_, i) => {
    let squares = 0;
    for (let k = MOVES * i; k < MOVES * (i + 1); k++) squares += bends[k]! ** 2;
    return Math.sqrt(squares) > most * ways[WAYS * i + 9]! ? 1 : 0;
  });
}

/** Each edge once from either end; on an outline from one end only. */
function eachNeighbour(triangles: Uint32Array, tell: (vertex: number, other: number) => void): void {
  for (let t = 0; t < triangles.length; t += 3) {
    tell(triangles[t]!, triangles[t + 1]!);
    tell(triangles[t + 1]!, triangles[t + 2]!);
    tell(triangles[t + 2]!, triangles[t]!);
  }
}

/**
 * The x with (d d') x = d, by Cramer's rule, from the sums at `from`: x times d, times a move, summed up, is that move in the middle of
 * the neighbours where they move evenly.
 */
function middleInPlane(ways: Float64Array, from: number, into: Float64Array, to: number): void {
  const [xy, xz, yz] = [ways[from + 1]!, ways[from + 2]!, ways[from + 4]!];
  const steady = STEADY * (ways[from]! + ways[from + 3]! + ways[from + 5]!);
  const xx = ways[from]! + steady;
  const yy = ways[from + 3]! + steady;
  const zz = ways[from + 5]! + steady;
  const [a, b, c] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
  const [d, e, f] = [xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy];
  const determinant = xx * a + xy * b + xz * c;
  // All neighbours in one place.
  if (!(determinant > 0)) return;
  const [x, y, z] = [ways[from + 6]!, ways[from + 7]!, ways[from + 8]!];
  into[to] = (a * x + b * y + c * z) / determinant;
  into[to + 1] = (b * x + d * y + e * z) / determinant;
  into[to + 2] = (c * x + e * y + f * z) / determinant;
}
