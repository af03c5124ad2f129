import type { HeadShapes } from './head.js';

/**
 * For each vertex the first one that is at its place and, where shapes are given, moves as it does under every one of them: where a
 * texture has a seam, or two materials meet, there are several. `positions` is [vertices x 4]. [vertices]
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

/** A number for how a vertex moves: the same for two that move alike, and hardly ever for others. */
function moveMarks({ starts, vertices, offsets }: HeadShapes, count: number): Float64Array {
  const marks = new Float64Array(count);
  for (let shape = 0; shape + 1 < starts.length; shape++) {
    for (let i = starts[shape]!; i < starts[shape + 1]!; i++)
      marks[vertices[i]!]! +=
        (shape + 1.7) * (offsets[4 * i]! + 1.3 * offsets[4 * i + 1]! + 2.9 * offsets[4 * i + 2]!);
  }
  return marks;
}
