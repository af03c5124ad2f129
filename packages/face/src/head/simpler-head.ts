import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { sharedFloats, sharedIntegers } from '../shared-memory.js';
import { bendingVertices, MOVES } from './bending-vertices.js';
import type { Head, HeadPart, HeadShapes } from './head.js';
import { HALF_VIEW } from './head-transforms.js';
import { triangleAreas } from './triangle-areas.js';
import { copyEntries, keptPlaces, usedVertices } from './used-vertices.js';

/** Pixels by which a surface may lie beside where it was at rest; hair less, whose sheets are narrow. */
const TOLERANCE = 0.5;
const HAIR_TOLERANCE = 0.3;
/** Pixels by which a shape may move a vertex otherwise than those about it before it has to stay. */
const MAX_BEND = 0.4;
/**
 * What decides which triangles go first, beside the surface itself: how much its picture is moved on it counts half; and so many metres
 * lie, at most, between following the torso and following the head.
 */
const PICTURE_WEIGHT = 0.5;
const NECK = 0.04;
/** Parts of so few triangles stay as they are. */
const FEW = 200;
/** Beside these: u, v and how far the vertex follows the head. */
const ATTRIBUTES = MOVES + 3;

/**
 * The head in as few triangles as a picture of `height` pixels needs: after Garland and Heckbert, "Surface simplification using quadric
 * error metrics" (1997), by meshoptimizer. Vertices stay where they are, outlines and seams keep theirs. What is blended keeps all: it
 * is drawn back to front.
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

/** Corners of the triangles that are left, as numbers of the head's vertices. `pixel`: metres. */
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
 * The offsets of all shapes of each vertex, in metres, projected at random onto fewer numbers, which keeps distances (Johnson and
 * Lindenstrauss, 1984): two vertices that are alike in them move alike under every shape. [vertices x MOVES]
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

/** The head with these triangles in its parts, without the vertices that none of them uses. */
function withTriangles(head: Head, lists: readonly Uint32Array[]): Head {
  const triangles = sharedIntegers(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  const begins = lists.map((list) => {
    triangles.set(list, at);
    at += list.length;
    return (at - list.length) / 3;
  });
  const { kept, renumbered } = usedVertices(triangles, head.light.length);
  triangles.forEach((vertex, i) => {
    triangles[i] = renumbered[vertex]!;
  });
  const keptBefore = (vertex: number): number => {
    const after = kept.findIndex((one) => one >= vertex);
    return after === -1 ? kept.length : after;
  };
  return {
    ...head,
    positions: picked(head.positions, 4, kept),
    coordinates: picked(head.coordinates, 2, kept),
    light: picked(head.light, 1, kept),
    triangles,
    parts: head.parts.map((part, i) => {
      const firstVertex = keptBefore(part.firstVertex);
      return {
        ...part,
        firstVertex,
        vertices: keptBefore(part.firstVertex + part.vertices) - firstVertex,
        firstTriangle: begins[i]!,
        triangles: lists[i]!.length / 3,
      };
    }),
    shapes: pickedShapes(head.shapes, renumbered),
  };
}

function picked(values: Float32Array, width: number, kept: Uint32Array): Float32Array {
  return copyEntries(values, width, kept, sharedFloats(width * kept.length));
}

function pickedShapes({ starts, vertices, offsets }: HeadShapes, renumbered: Int32Array): HeadShapes {
  const kept = keptPlaces(vertices, renumbered);
  const before = new Uint32Array(vertices.length + 1);
  for (const i of kept) before[i + 1] = 1;
  for (let i = 0; i < vertices.length; i++) before[i + 1]! += before[i]!;
  const places = sharedIntegers(kept.length);
  kept.forEach((i, k) => {
    places[k] = renumbered[vertices[i]!]!;
  });
  const begins = sharedIntegers(starts.length);
  begins.set(starts.map((start) => before[start]!));
  return { starts: begins, vertices: places, offsets: picked(offsets, 4, kept) };
}
