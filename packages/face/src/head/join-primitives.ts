import { sharedFloats, sharedIntegers } from '../shared-memory.js';
import { smoothStep } from '../smooth-step.js';
import type { Material } from './gltf-material.js';
import type { Primitive } from './gltf-primitives.js';
import type { Head, HeadPart, HeadShapes, PartRole, Placement } from './head.js';
import { placed } from './place-head.js';
import { softLight, toonLight } from './vertex-light.js';

/** Metres below the eyes at which the torso ends and the head begins, for files without joints. */
const TORSO_BELOW = -0.2;
const HEAD_ABOVE = -0.12;

/** Joins all primitives into the parts of one head and bakes their light. */
export function joinPrimitives(
  primitives: readonly Primitive[],
  placement: Placement,
  materials: readonly Material[],
  roleOf: (primitive: Primitive) => PartRole,
): Pick<Head, 'positions' | 'coordinates' | 'light' | 'triangles' | 'parts'> {
  const vertices = primitives.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const positions = sharedFloats(4 * vertices);
  const coordinates = sharedFloats(2 * vertices);
  const light = sharedFloats(vertices).fill(1);
  const triangles = sharedIntegers(primitives.reduce((sum, one) => sum + one.triangles.length, 0));
  const parts: HeadPart[] = [];
  let firstVertex = 0;
  let firstIndex = 0;
  primitives.forEach((primitive) => {
    const { material, followsHead } = primitive;
    const count = primitive.positions.length / 3;
    for (let i = 0; i < count; i++) {
      const point = placed(placement, primitive.positions, i);
      positions.set(point, 4 * (firstVertex + i));
      positions[4 * (firstVertex + i) + 3] =
        followsHead?.[i] ?? smoothStep((point[1] - TORSO_BELOW) / (HEAD_ABOVE - TORSO_BELOW));
    }
    coordinates.set(primitive.coordinates, 2 * firstVertex);
    const baked = bakedLight(
      primitive,
      placement,
      positions.subarray(4 * firstVertex, 4 * (firstVertex + count)),
    );
    if (baked) light.set(baked, firstVertex);
    triangles.set(
      primitive.triangles.map((vertex) => vertex + firstVertex),
      firstIndex,
    );
    parts.push({
      name: primitive.name,
      role: roleOf(primitive),
      firstVertex,
      vertices: count,
      firstTriangle: firstIndex / 3,
      triangles: primitive.triangles.length / 3,
      texture: materials.findIndex(({ index }) => index === material.index),
      alpha: material.alpha,
      cutoff: material.cutoff,
      doubleSided: material.doubleSided,
      lit: baked !== undefined,
      painted: material.unlit && !material.toon,
      shine: material.shine,
    });
    firstVertex += count;
    firstIndex += primitive.triangles.length;
  });
  return { positions, coordinates, light, triangles, parts };
}

/** Exponent for factors of encoded levels instead of linear light. */
const GAMMA = 2.2;

/**
 * Returns the factor of each vertex, or undefined if the light is painted. `positions` is [vertices x 4],
 * placed.
 */
function bakedLight(
  { material, normals, tones, triangles }: Primitive,
  { facing }: Placement,
  positions: Float32Array,
): Float32Array | undefined {
  if (material.toon) return toonLight(material.toon, { positions, triangles, normals, facing });
  if (tones) return Float32Array.from(tones, (tone) => Math.min(1, Math.max(0, tone)) ** (1 / GAMMA));
  return material.unlit ? undefined : softLight(positions, triangles, positions.length / 4);
}

/** Joins the shapes of all primitives, in the order of `names`. */
export function joinShapes(
  primitives: readonly Primitive[],
  { facing, scale }: Placement,
  names: readonly string[],
): HeadShapes {
  const total = names.reduce(
    (all, name) =>
      all + primitives.reduce((sum, { shapes }) => sum + (shapes.get(name)?.vertices.length ?? 0), 0),
    0,
  );
  const starts = sharedIntegers(names.length + 1);
  const vertices = sharedIntegers(total);
  const offsets = sharedFloats(4 * total);
  let at = 0;
  names.forEach((name, s) => {
    let firstVertex = 0;
    for (const { shapes, positions } of primitives) {
      const moved = shapes.get(name);
      moved?.vertices.forEach((vertex, i) => {
        vertices[at] = firstVertex + vertex;
        offsets[4 * at] = facing * scale * moved.values[3 * i]!;
        offsets[4 * at + 1] = scale * moved.values[3 * i + 1]!;
        offsets[4 * at + 2] = facing * scale * moved.values[3 * i + 2]!;
        at++;
      });
      firstVertex += positions.length / 3;
    }
    starts[s + 1] = at;
  });
  return { starts, vertices, offsets };
}
