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
  const kept = Uint32Array.from(renumbered.keys()).filter((vertex) => renumbered[vertex] === 0);
  kept.forEach((vertex, i) => {
    renumbered[vertex] = i;
  });
  return { kept, renumbered };
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
  kept.forEach((vertex, i) => {
    for (let k = 0; k < width; k++) out[width * i + k] = values[width * vertex + k]!;
  });
  return out;
}

/** Offsets of the vertices that are kept, under their new numbers. */
export function pickOffsets(
  { vertices, values }: { readonly vertices: Float64Array; readonly values: Float64Array },
  renumbered: Int32Array,
): { vertices: Float64Array; values: Float64Array } {
  const kept = Uint32Array.from(vertices.keys()).filter((i) => renumbered[vertices[i]!]! >= 0);
  return {
    vertices: Float64Array.from(kept, (i) => renumbered[vertices[i]!]!),
    values: pickEntries(values, 3, kept),
  };
}
