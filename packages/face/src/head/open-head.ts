import { ARKIT_SHAPES, type ArkitShape } from '../arkit-shapes.js';
import { smoothStep } from '../smooth-step.js';
import { finishHead } from './finish-head.js';
import { readGlb } from './glb.js';
import { type JsonObject, listAt } from './gltf-json.js';
import type { Material } from './gltf-material.js';
import { readNodes, type SceneNode } from './gltf-nodes.js';
import { type Primitive, readPrimitives } from './gltf-primitives.js';
import { isHeadName } from './gltf-skin.js';
import type { Head, HeadPart, HeadShapes } from './head.js';
import { HeadError } from './head-error.js';
import { readTextures } from './head-textures.js';
import { HALF_VIEW } from './head-transforms.js';
import { partRole } from './part-role.js';
import { type Placement, placeHead } from './place-head.js';
import { sharedFloats, sharedIntegers } from './shared-memory.js';
import { softLight } from './soft-light.js';

/** Without these no mouth speaks and no eye blinks. */
const NEEDED: readonly ArkitShape[] = [
  'jawOpen',
  'mouthClose',
  'mouthFunnel',
  'mouthPucker',
  'eyeBlinkLeft',
  'eyeBlinkRight',
];
const READ_EXTENSIONS = new Set([
  'KHR_materials_unlit',
  'KHR_mesh_quantization',
  'EXT_texture_webp',
  // Their materials are drawn without what these add.
  'KHR_materials_specular',
  'KHR_materials_ior',
  'KHR_materials_clearcoat',
  'KHR_materials_transmission',
  'KHR_materials_emissive_strength',
  'VRM',
  'VRMC_vrm',
]);
/** Metres. Where a head turns, seen from the middle of its eyes; used where the file has no joint named head. */
const PIVOT: readonly [number, number, number] = [0, -0.115, -0.1];
/** Metres below the eyes: where the torso ends and the head begins, without joints. */
const TORSO_BELOW = -0.2;
const HEAD_ABOVE = -0.12;
/** Of the pictures in models/heads: 47 mm below the eyes, 1.10 m away. */
const CAMERA = { y: -0.047, z: 1.1 } as const;
const FARTHEST = 1.6;
/** Share of half the picture's height that hair may fill. */
const FILLED = 0.98;

/**
 * A head from a GLB with the shapes of ARKit (52; or fewer, see `missingShapes`). Any file of that kind will do: several
 * meshes, skins, sizes and directions are brought into one frame. Throws HeadError saying what is missing or damaged.
 */
export async function openHead(glb: Uint8Array): Promise<Head> {
  const file = readGlb(glb);
  checkExtensions(file.json);
  const nodes = readNodes(file.json);
  const primitives = readPrimitives(file, nodes);
  const missing = (shape: ArkitShape): boolean => !primitives.some(({ shapes }) => shapes.has(shape));
  const lacking = NEEDED.filter(missing);
  if (lacking.length > 0)
    throw new HeadError(
      `Expected the 52 ARKit shapes, named in mesh.extras.targetNames; missing: ${lacking.join(', ')}`,
    );
  const placement = placeHead(primitives);
  const materials = [...new Map(primitives.map(({ material }) => [material.index, material])).values()];
  const geometry = joinPrimitives(primitives, placement, materials);
  const head: Head = {
    ...geometry,
    textures: await readTextures(file, materials),
    shapes: joinShapes(primitives, placement),
    pivot: pivotOf(nodes, placement),
    camera: cameraFor(geometry.positions),
    missingShapes: ARKIT_SHAPES.filter(missing),
  };
  finishHead(head);
  return head;
}

function checkExtensions(json: JsonObject): void {
  for (const name of listAt(json, 'extensionsRequired')) {
    if (!READ_EXTENSIONS.has(String(name)))
      throw new HeadError(`The GLB needs the extension ${String(name)}, which this program does not read`);
  }
}

/** A point of the file in the frame of `Head`. */
function place(
  { origin, facing, scale }: Placement,
  x: number,
  y: number,
  z: number,
): [number, number, number] {
  return [facing * scale * (x - origin[0]), scale * (y - origin[1]), facing * scale * (z - origin[2])];
}

function joinPrimitives(
  primitives: readonly Primitive[],
  placement: Placement,
  materials: readonly Material[],
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
      const [x, y, z] = primitive.positions.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
      const point = place(placement, x, y, z);
      positions.set(point, 4 * (firstVertex + i));
      positions[4 * (firstVertex + i) + 3] =
        followsHead?.[i] ?? smoothStep((point[1] - TORSO_BELOW) / (HEAD_ABOVE - TORSO_BELOW));
    }
    coordinates.set(primitive.coordinates, 2 * firstVertex);
    if (!material.unlit) {
      const own = positions.subarray(4 * firstVertex, 4 * (firstVertex + count));
      light.set(softLight(own, primitive.triangles, count), firstVertex);
    }
    triangles.set(
      primitive.triangles.map((vertex) => vertex + firstVertex),
      firstIndex,
    );
    parts.push({
      name: primitive.name,
      role: partRole(primitive.name, material.name),
      firstVertex,
      vertices: count,
      firstTriangle: firstIndex / 3,
      triangles: primitive.triangles.length / 3,
      texture: materials.findIndex(({ index }) => index === material.index),
      alpha: material.alpha,
      cutoff: material.cutoff,
      doubleSided: material.doubleSided,
      lit: !material.unlit,
    });
    firstVertex += count;
    firstIndex += primitive.triangles.length;
  });
  return { positions, coordinates, light, triangles, parts };
}

function joinShapes(primitives: readonly Primitive[], { facing, scale }: Placement): HeadShapes {
  const counts = ARKIT_SHAPES.map((shape) =>
    primitives.reduce((sum, { shapes }) => sum + (shapes.get(shape)?.vertices.length ?? 0), 0),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  const starts = sharedIntegers(ARKIT_SHAPES.length + 1);
  const vertices = sharedIntegers(total);
  const offsets = sharedFloats(4 * total);
  let at = 0;
  ARKIT_SHAPES.forEach((shape, s) => {
    let firstVertex = 0;
    for (const { shapes, positions } of primitives) {
      const moved = shapes.get(shape);
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

function pivotOf(nodes: readonly SceneNode[], placement: Placement): readonly [number, number, number] {
  const head = nodes.find(({ name }) => isHeadName(name));
  if (!head) return PIVOT;
  const [x, y, z] = place(placement, head.world[12]!, head.world[13]!, head.world[14]!);
  // A node of that name may stand anywhere, at the feet for one.
  const near = Math.hypot(x - PIVOT[0], y - PIVOT[1], z - PIVOT[2]) < 0.1;
  return near ? [x, y, z] : PIVOT;
}

/** Farther away where hair or a hat would be cut off; the face gets smaller by as much. */
function cameraFor(positions: Float32Array): Head['camera'] {
  let distance: number = CAMERA.z;
  for (let i = 0; i < positions.length; i += 4) {
    if (positions[i + 3]! < 0.5) continue;
    const above = positions[i + 1]! - CAMERA.y;
    distance = Math.max(distance, above / (FILLED * HALF_VIEW) + positions[i + 2]!);
  }
  return { y: CAMERA.y, z: Math.min(distance, FARTHEST) };
}
