/** Which vertices of a list are used, and under which numbers they go without the others. */
export interface UsedVertices {
  /** The old number of each, rising. */
  readonly kept: Uint32Array;
  /** The new number of each old one; -1 for those left out. */
  readonly renumbered: Int32Array;
}

export function usedVertices(triangles: Uint32Array, vertices: number): UsedVertices {
  const renumbered = new Int32Array(vertices).fill(-1);
  for (const vertex of triangles) renumbered[vertex] = 0;
  const kept = new Uint32Array(vertices);
  let count = 0;
  for (let vertex = 0; vertex < vertices; vertex++) {
    if (renumbered[vertex] !== 0) continue;
    renumbered[vertex] = count;
    kept[count++] = vertex;
  }
  return { kept: kept.slice(0, count), renumbered };
}

/** Entries of `width` numbers each. */
export function pickEntries(values: Float64Array, width: number, kept: Uint32Array): Float64Array {
  return copyEntries(values, width, kept, new Float64Array(width * kept.length));
}

/** The same into `out`, which has room for them; returns it. */
export function copyEntries<Numbers extends Float32Array | Float64Array>(
  values: Numbers,
  width: number,
  kept: Uint32Array,
  out: Numbers,
): Numbers {
  for (let i = 0; i < kept.length; i++) {
    const from = width * kept[i]!;
    for (let k = 0; k < width; k++) out[width * i + k] = values[from + k]!;
  }
  return out;
}

/** Offsets of the vertices that are kept, under their new numbers. */
export function pickOffsets(
  { vertices, values }: { readonly vertices: Float64Array; readonly values: Float64Array },
  renumbered: Int32Array,
): { vertices: Float64Array; values: Float64Array } {
  const kept = keptPlaces(vertices, renumbered);
  const numbers = new Float64Array(kept.length);
  for (let i = 0; i < kept.length; i++) numbers[i] = renumbered[vertices[kept[i]!]!]!;
  return { vertices: numbers, values: pickEntries(values, 3, kept) };
}

/** The places in `vertices` of those that are kept. */
export function keptPlaces(vertices: Float64Array | Uint32Array, renumbered: Int32Array): Uint32Array {
  const kept = new Uint32Array(vertices.length);
  let count = 0;
  for (let i = 0; i < vertices.length; i++) if (renumbered[vertices[i]!]! >= 0) kept[count++] = i;
  return kept.slice(0, count);
}
