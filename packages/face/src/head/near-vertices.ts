/** Finds the vertex of a set that is nearest to a place, if one lies within `reach`. */
export interface NearVertices {
  nearest(
    x: number,
    y: number,
    z: number,
  ): { readonly vertex: number; readonly distance: number } | undefined;
}

/**
 * Over vertices `first` to `first + count` of [vertices x 4] positions: sorted into cubes as wide as the reach, of which 27 are
 * looked into.
 */
export function createNearVertices(
  positions: Float32Array,
  first: number,
  count: number,
  reach: number,
): NearVertices {
  const cubes = new Map<string, number[]>();
  const cube = (value: number): number => Math.floor(value / reach);
  for (let i = first; i < first + count; i++) {
    const key = `${cube(positions[4 * i]!)},${cube(positions[4 * i + 1]!)},${cube(positions[4 * i + 2]!)}`;
    const inside = cubes.get(key);
    if (inside) inside.push(i);
    else cubes.set(key, [i]);
  }
  return {
    nearest: (x, y, z) => {
      let vertex = -1;
      let least = reach * reach;
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) {
          for (let dz = -1; dz <= 1; dz++) {
            for (const i of cubes.get(`${cube(x) + dx},${cube(y) + dy},${cube(z) + dz}`) ?? []) {
              const square =
                (positions[4 * i]! - x) ** 2 +
                (positions[4 * i + 1]! - y) ** 2 +
                (positions[4 * i + 2]! - z) ** 2;
              if (square > least) continue;
              least = square;
              vertex = i;
            }
          }
        }
      }
      return vertex === -1 ? undefined : { vertex, distance: Math.sqrt(least) };
    },
  };
}
