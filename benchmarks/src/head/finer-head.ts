import type { Head } from '@anima/face';

/**
 * Splits each triangle of a head into four, including its morph targets, so that a small character is as
 * large as a real one.
 */
export function finerHead(head: Head): Head {
  const vertices = head.light.length;
  const middles = new Map<string, number>();
  const ends: (readonly [number, number])[] = [];
  const middle = (a: number, b: number): number => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const known = middles.get(key);
    if (known !== undefined) return known;
    ends.push([a, b]);
    middles.set(key, vertices + ends.length - 1);
    return vertices + ends.length - 1;
  };
  // New vertices follow all existing vertices. A part retains its vertices; only its range of triangles is
  // drawn.
  const triangles: number[] = [];
  for (let t = 0; t < head.triangles.length; t += 3) {
    const [a, b, c] = [...head.triangles.subarray(t, t + 3)] as [number, number, number];
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    triangles.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  const between = (values: Float32Array, width: number): Float32Array =>
    Float32Array.from([
      ...values,
      ...ends.flatMap(([a, b]) =>
        Array.from({ length: width }, (_, k) => (values[width * a + k]! + values[width * b + k]!) / 2),
      ),
    ]);
  return {
    ...head,
    positions: between(head.positions, 4),
    coordinates: between(head.coordinates, 2),
    light: between(head.light, 1),
    triangles: Uint32Array.from(triangles),
    parts: head.parts.map((part) => ({
      ...part,
      firstTriangle: 4 * part.firstTriangle,
      triangles: 4 * part.triangles,
    })),
    shapes: finerShapes(head.shapes, ends, vertices),
  };
}

function finerShapes(
  { starts, vertices, offsets }: Head['shapes'],
  ends: readonly (readonly [number, number])[],
  count: number,
): Head['shapes'] {
  const finer = { starts: [0], vertices: [] as number[], offsets: [] as number[] };
  for (let shape = 0; shape + 1 < starts.length; shape++) {
    const moved = new Map<number, Float32Array>();
    for (let i = starts[shape]!; i < starts[shape + 1]!; i++)
      moved.set(vertices[i]!, offsets.subarray(4 * i, 4 * i + 4));
    const add = (vertex: number, offset: ArrayLike<number>): void => {
      finer.vertices.push(vertex);
      for (let k = 0; k < 4; k++) finer.offsets.push(offset[k]!);
    };
    for (const [vertex, offset] of moved) add(vertex, offset);
    ends.forEach(([a, b], i) => {
      const [one, other] = [moved.get(a), moved.get(b)];
      if (one || other)
        add(
          count + i,
          [0, 1, 2, 3].map((k) => ((one?.[k] ?? 0) + (other?.[k] ?? 0)) / 2),
        );
    });
    finer.starts.push(finer.vertices.length);
  }
  return {
    starts: Uint32Array.from(finer.starts),
    vertices: Uint32Array.from(finer.vertices),
    offsets: Float32Array.from(finer.offsets),
  };
}
