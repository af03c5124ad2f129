import type { HeadShapes } from './head.js';

/** The used vertices of a list, and their numbers without the unused vertices. */
export interface UsedVertices {
  /** The old number of each used vertex, ascending. */
  readonly usedIndices: Uint32Array;
  /** The new number for each old number; -1 for unused vertices. */
  readonly renumbered: Int32Array;
}

export function usedVertices(triangles: Uint32Array, vertices: number): UsedVertices {
  const renumbered = new Int32Array(vertices).fill(-1);
  for (const vertex of triangles) renumbered[vertex] = 0;
  const usedIndices = new Uint32Array(vertices);
  let count = 0;
  for (let vertex = 0; vertex < vertices; vertex++) {
    if (renumbered[vertex] !== 0) continue;
    renumbered[vertex] = count;
    usedIndices[count++] = vertex;
  }
  return { usedIndices: usedIndices.slice(0, count), renumbered };
}

/** Copies the selected entries of `width` numbers each. */
export function pickEntries(values: Float64Array, width: number, usedIndices: Uint32Array): Float64Array {
  return copyEntries(values, width, usedIndices, new Float64Array(width * usedIndices.length));
}

/** Copies the selected entries into `out` and returns it. */
export function copyEntries<Numbers extends Float32Array | Float64Array>(
  values: Numbers,
  width: number,
  usedIndices: Uint32Array,
  out: Numbers,
): Numbers {
  for (let i = 0; i < usedIndices.length; i++) {
    const from = width * usedIndices[i]!;
    for (let k = 0; k < width; k++) out[width * i + k] = values[from + k]!;
  }
  return out;
}

/** Returns the offsets of the used vertices, with their new numbers. */
export function pickOffsets(
  { vertices, values }: { readonly vertices: Float64Array; readonly values: Float64Array },
  renumbered: Int32Array,
): { vertices: Float64Array; values: Float64Array } {
  const usedIndices = usedPlaces(vertices, renumbered);
  const numbers = new Float64Array(usedIndices.length);
  for (let i = 0; i < usedIndices.length; i++) numbers[i] = renumbered[vertices[usedIndices[i]!]!]!;
  return { vertices: numbers, values: pickEntries(values, 3, usedIndices) };
}

/** Returns the indices of the used vertices in `vertices`. */
export function usedPlaces(vertices: Float64Array | Uint32Array, renumbered: Int32Array): Uint32Array {
  const usedIndices = new Uint32Array(vertices.length);
  let count = 0;
  for (let i = 0; i < vertices.length; i++) if (renumbered[vertices[i]!]! >= 0) usedIndices[count++] = i;
  return usedIndices.slice(0, count);
}

/**
 * Returns for each vertex the first vertex that has the same position and, if `shapes` is given, moves
 * identically under every shape. Seams of a texture and borders of materials have several vertices at one
 * position. `positions` is [vertices x 4]. [vertices]
 */
export function weldedVertices(positions: Float32Array, shapes?: HeadShapes): Uint32Array {
  const count = positions.length / 4;
  const moves = shapes ? moveMarks(shapes, count) : new Float64Array(count);
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1))).fill(-1);
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
  const isSame = (a: number, b: number): boolean =>
    moves[a] === moves[b] &&
    positions[4 * a] === positions[4 * b] &&
    positions[4 * a + 1] === positions[4 * b + 1] &&
    positions[4 * a + 2] === positions[4 * b + 2];
  return Uint32Array.from({ length: count }, (_, i) => {
    let slot = Math.imul(bits[4 * i]! ^ Math.imul(bits[4 * i + 1]!, 31) ^ bits[4 * i + 2]!, 0x9e3779b1) >>> 7;
    for (; ; slot++) {
      const at = slot & (table.length - 1);
      const found = table[at]!;
      if (found === -1) table[at] = i;
      if (found === -1 || isSame(found, i)) return table[at]!;
    }
  });
}

/** Computes a number that is equal for equal movements, and almost always different for others. */
function moveMarks({ starts, vertices, offsets }: HeadShapes, count: number): Float64Array {
  const marks = new Float64Array(count);
  for (let shape = 0; shape + 1 < starts.length; shape++) {
    for (let i = starts[shape]!; i < starts[shape + 1]!; i++)
      marks[vertices[i]!]! +=
        (shape + 1.7) * (offsets[4 * i]! + 1.3 * offsets[4 * i + 1]! + 2.9 * offsets[4 * i + 2]!);
  }
  return marks;
}
