import type { Toon } from './gltf-material.js';
import { weldedVertices } from './vertex-sets.js';

/** Directions to the lights, of length 1: a key from above and the viewer's left, a fill from the other side. */
export const KEY = [-0.42, 0.5, 0.757] as const;
const FILL = [0.6, 0.1, 0.794] as const;
const AMBIENT = 0.34;
const KEY_STRENGTH = 0.52;
const FILL_STRENGTH = 0.2;

/**
 * Returns the factor of the colour of each vertex from its normal: wrapped diffuse light (Valve's "half
 * Lambert", squared), which leaves no side of a face black. [vertices]
 */
export function softLight(positions: Float32Array, triangles: Uint32Array, vertices: number): Float32Array {
  const normals = smoothNormals(positions, triangles, vertices);
  return Float32Array.from({ length: vertices }, (_, i) => {
    const wrapped = (light: readonly [number, number, number]): number => {
      const cosine =
        light[0] * normals[3 * i]! + light[1] * normals[3 * i + 1]! + light[2] * normals[3 * i + 2]!;
      return (0.5 + 0.5 * cosine) ** 2;
    };
    return AMBIENT + KEY_STRENGTH * wrapped(KEY) + FILL_STRENGTH * wrapped(FILL);
  });
}

/**
 * Computes normals from the triangles around each vertex, weighted by area. Vertices at one position share a
 * normal, so seams of the texture are invisible. `positions` is [vertices x 4]. Returns [vertices x 3], of
 * length 1; 0, 0, 1 for a vertex without triangles.
 */
function smoothNormals(positions: Float32Array, triangles: Uint32Array, vertices: number): Float32Array {
  const placeOf = weldedVertices(positions.subarray(0, 4 * vertices));
  const sums = new Float64Array(3 * vertices);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const edge = (from: number, to: number, k: number): number =>
      positions[4 * to + k]! - positions[4 * from + k]!;
    const normal = [
      edge(a, b, 1) * edge(a, c, 2) - edge(a, b, 2) * edge(a, c, 1),
      edge(a, b, 2) * edge(a, c, 0) - edge(a, b, 0) * edge(a, c, 2),
      edge(a, b, 0) * edge(a, c, 1) - edge(a, b, 1) * edge(a, c, 0),
    ];
    for (const vertex of [a, b, c]) {
      for (let k = 0; k < 3; k++) sums[3 * placeOf[vertex]! + k]! += normal[k]!;
    }
  }
  const normals = new Float32Array(3 * vertices);
  for (let i = 0; i < vertices; i++) {
    const at = 3 * placeOf[i]!;
    const length = Math.hypot(sums[at]!, sums[at + 1]!, sums[at + 2]!);
    for (let k = 0; k < 3; k++) normals[3 * i + k] = length > 0 ? sums[at + k]! / length : k === 2 ? 1 : 0;
  }
  return normals;
}

/** Surface to light: placed positions [vertices x 4], triangles, optional normals [vertices x 3]. */
interface ToonSurface {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  readonly normals: Float64Array | undefined;
  /** -1 if x and z of the file have the opposite direction. */
  readonly facing: 1 | -1;
}

/**
 * Returns the factor of the colour of each vertex: 1 in light, less in shade, with an edge between them
 * ("VRMC_materials_mtoon" 1.0, "Lighting"; only brightness, only at the vertices). Returns undefined if light
 * and shade look the same. [vertices]
 */
export function toonLight(toon: Toon, surface: ToonSurface): Float32Array | undefined {
  if (toon.shade > 0.99) return undefined;
  const { positions, triangles, normals, facing } = surface;
  const count = positions.length / 4;
  const own = normals ?? smoothNormals(positions, triangles, count);
  const sign = normals ? facing : 1;
  const edge = Math.max(1e-3, 1 - toon.toony);
  return Float32Array.from({ length: count }, (_, i) => {
    const [x, y, z] = [sign * own[3 * i]!, own[3 * i + 1]!, sign * own[3 * i + 2]!];
    const cosine = (KEY[0] * x + KEY[1] * y + KEY[2] * z) / (Math.hypot(x, y, z) || 1);
    const lit = Math.min(1, Math.max(0, (cosine + toon.shift + edge) / (2 * edge)));
    return toon.shade + (1 - toon.shade) * lit;
  });
}
