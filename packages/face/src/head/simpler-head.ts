import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { sharedFloats, sharedIntegers } from '../shared-memory.js';
import type { Head, HeadPart, HeadShapes } from './head.js';
import { HALF_VIEW } from './head-transforms.js';
import { triangleAreas } from './triangle-levels.js';
import { copyEntries, usedPlaces, usedVertices } from './vertex-sets.js';

/** Numbers that represent the effect of all shapes on a vertex. */
export const MOVES = 24;
/** Sums over the neighbours of a vertex, with vectors d to them: d d' (6), d (3), number of neighbours. */
const WAYS = 10;
/** Share of the squared lengths that is added to the diagonal, for neighbours in a plane or a line. */
const STEADY = 1e-3;

/**
 * Marks the vertices of a part that move differently from their neighbours by more than `most` metres: lips
 * and lids bend and need all their vertices. A vertex does not bend if it moves with the plane through the
 * moves of its neighbours: a jaw stretches a cheek evenly. `triangles` has the vertex numbers of the head;
 * `moves` is [vertices of the head x MOVES].
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

/** Visits each edge once from each end; an edge on an outline from one end only. */
function eachNeighbour(triangles: Uint32Array, tell: (vertex: number, other: number) => void): void {
  for (let t = 0; t < triangles.length; t += 3) {
    tell(triangles[t]!, triangles[t + 1]!);
    tell(triangles[t + 1]!, triangles[t + 2]!);
    tell(triangles[t + 2]!, triangles[t]!);
  }
}

/**
 * Solves (d d') x = d with Cramer's rule, from the sums at `from`. The sum of x times d times a move is that
 * move in the middle of the neighbours if they move evenly.
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
  // All neighbours have the same position.
  if (!(determinant > 0)) return;
  const [x, y, z] = [ways[from + 6]!, ways[from + 7]!, ways[from + 8]!];
  into[to] = (a * x + b * y + c * z) / determinant;
  into[to + 1] = (b * x + d * y + e * z) / determinant;
  into[to + 2] = (c * x + e * y + f * z) / determinant;
}

/** Maximum displacement of a surface in pixels, at rest. Smaller for hair, whose sheets are narrow. */
const TOLERANCE = 0.5;
const HAIR_TOLERANCE = 0.3;
/** Difference in pixels between the moves of a vertex and its neighbours above which the vertex must stay. */
const MAX_BEND = 0.4;
/**
 * Weights of attributes relative to the surface: displacement of the image on it counts half. The second
 * value is the number of metres for the difference between following the torso and following the head.
 */
const PICTURE_WEIGHT = 0.5;
const NECK = 0.04;
/** Parts with fewer triangles stay unchanged. */
const FEW = 200;
/** The moves, u, v, and how far the vertex follows the head. */
const ATTRIBUTES = MOVES + 3;

/**
 * Reduces a head to the triangles that an image of `height` pixels needs, with meshoptimizer: after Garland
 * and Heckbert, "Surface simplification using quadric error metrics" (1997). Vertices keep their positions,
 * and outlines and seams stay. Blended parts keep all triangles, because they are drawn back to front.
 */
export async function simplerHead(head: Head, height: number): Promise<Head> {
  await MeshoptSimplifier.ready;
  const pixel = (HALF_VIEW * head.camera.z) / (height / 2);
  const moves = projectedMoves(head.shapes, head.light.length);
  return withTriangles(
    head,
    head.parts.map((part) => {
      const { firstTriangle: first, triangles: count, alpha } = part;
      const triangles = head.triangles.slice(3 * first, 3 * (first + count));
      return alpha === 'blend' || count < FEW ? triangles : simplified(head, part, triangles, moves, pixel);
    }),
  );
}

/** Returns the corners of the remaining triangles. `pixel` is in metres. */
function simplified(
  head: Head,
  part: HeadPart,
  triangles: Uint32Array,
  moves: Float32Array,
  pixel: number,
): Uint32Array {
  const { firstVertex, vertices } = part;
  const attributes = new Float32Array(ATTRIBUTES * vertices);
  for (let i = 0; i < vertices; i++) {
    const vertex = firstVertex + i;
    const at = ATTRIBUTES * i;
    attributes[at] = head.coordinates[2 * vertex]!;
    attributes[at + 1] = head.coordinates[2 * vertex + 1]!;
    attributes[at + 2] = head.positions[4 * vertex + 3]!;
    for (let k = 0; k < MOVES; k++) attributes[at + 3 + k] = moves[MOVES * vertex + k]!;
  }
  const ofPicture = PICTURE_WEIGHT * metresPerUnit(head, part);
  const [left] = MeshoptSimplifier.simplifyWithAttributes(
    triangles.map((vertex) => vertex - firstVertex),
    head.positions.subarray(4 * firstVertex, 4 * (firstVertex + vertices)),
    4,
    attributes,
    ATTRIBUTES,
    [ofPicture, ofPicture, NECK, ...Array<number>(MOVES).fill(1)],
    bendingVertices(head, part, triangles, moves, MAX_BEND * pixel),
    0,
    (part.role === 'hair' ? HAIR_TOLERANCE : TOLERANCE) * pixel,
    ['ErrorAbsolute', 'LockBorder'],
  );
  return left.map((vertex) => vertex + firstVertex);
}

/** Metres of surface for a unit of texture, in the mean. */
function metresPerUnit(head: Head, { firstTriangle, triangles }: HeadPart): number {
  let surface = 0;
  let picture = 0;
  for (let triangle = firstTriangle; triangle < firstTriangle + triangles; triangle++) {
    const areas = triangleAreas(head, triangle);
    surface += areas.surface;
    picture += areas.picture;
  }
  return picture === 0 ? 0 : Math.sqrt(surface / picture);
}

/**
 * Projects the offsets of all shapes of each vertex, in metres, at random onto fewer numbers. This keeps
 * distances (Johnson and Lindenstrauss, 1984): two vertices with similar numbers move alike under every
 * shape. [vertices x MOVES]
 */
function projectedMoves({ starts, vertices, offsets }: HeadShapes, count: number): Float32Array {
  const moves = new Float32Array(MOVES * count);
  const scale = 1 / Math.sqrt(MOVES);
  const signs = new Float32Array(3 * MOVES);
  let random = 0x2545f491;
  for (let shape = 0; shape + 1 < starts.length; shape++) {
    for (let i = 0; i < signs.length; i++) {
      // Marsaglia, "Xorshift RNGs" (2003).
      random ^= random << 13;
      random ^= random >>> 17;
      random ^= random << 5;
      signs[i] = random < 0 ? -scale : scale;
    }
    for (let i = starts[shape]!; i < starts[shape + 1]!; i++) {
      const at = MOVES * vertices[i]!;
      for (let k = 0; k < MOVES; k++)
        moves[at + k]! +=
          signs[3 * k]! * offsets[4 * i]! +
          signs[3 * k + 1]! * offsets[4 * i + 1]! +
          signs[3 * k + 2]! * offsets[4 * i + 2]!;
    }
  }
  return moves;
}

/** Returns the head with these triangles in its parts, without unused vertices. */
function withTriangles(head: Head, lists: readonly Uint32Array[]): Head {
  const triangles = sharedIntegers(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  const begins = lists.map((list) => {
    triangles.set(list, at);
    at += list.length;
    return (at - list.length) / 3;
  });
  const { usedIndices, renumbered } = usedVertices(triangles, head.light.length);
  triangles.forEach((vertex, i) => {
    triangles[i] = renumbered[vertex]!;
  });
  const usedBefore = (vertex: number): number => {
    const after = usedIndices.findIndex((one) => one >= vertex);
    return after === -1 ? usedIndices.length : after;
  };
  return {
    ...head,
    positions: picked(head.positions, 4, usedIndices),
    coordinates: picked(head.coordinates, 2, usedIndices),
    light: picked(head.light, 1, usedIndices),
    triangles,
    parts: head.parts.map((part, i) => {
      const firstVertex = usedBefore(part.firstVertex);
      return {
        ...part,
        firstVertex,
        vertices: usedBefore(part.firstVertex + part.vertices) - firstVertex,
        firstTriangle: begins[i]!,
        triangles: lists[i]!.length / 3,
      };
    }),
    shapes: pickedShapes(head.shapes, renumbered),
  };
}

function picked(values: Float32Array, width: number, usedIndices: Uint32Array): Float32Array {
  return copyEntries(values, width, usedIndices, sharedFloats(width * usedIndices.length));
}

function pickedShapes({ starts, vertices, offsets }: HeadShapes, renumbered: Int32Array): HeadShapes {
  const usedIndices = usedPlaces(vertices, renumbered);
  const before = new Uint32Array(vertices.length + 1);
  for (const i of usedIndices) before[i + 1] = 1;
  for (let i = 0; i < vertices.length; i++) before[i + 1]! += before[i]!;
  const places = sharedIntegers(usedIndices.length);
  usedIndices.forEach((i, k) => {
    places[k] = renumbered[vertices[i]!]!;
  });
  const begins = sharedIntegers(starts.length);
  begins.set(starts.map((start) => before[start]!));
  return { starts: begins, vertices: places, offsets: picked(offsets, 4, usedIndices) };
}
