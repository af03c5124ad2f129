import type { Toon } from './gltf-material.js';
import { KEY, smoothNormals } from './soft-light.js';

/** What is to be lit: placed positions [vertices x 4], triangles; normals as the file has them [vertices x 3], if it does. */
interface ToonSurface {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  readonly normals: Float64Array | undefined;
  /** -1 where the file's x and z run the other way. */
  readonly facing: 1 | -1;
}

/**
 * What each vertex's colour is multiplied by: 1 in light, less in shade, with an edge between them ("VRMC_materials_mtoon" 1.0,
 * "Lighting"; brightness alone, at the vertices alone). Undefined where light and shade look the same. [vertices]
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
