import { ARKIT_SHAPES, type ArkitShape } from '../arkit-shapes.js';
import { openCharacter } from '../vrm/open-character.js';
import { readVrm } from '../vrm/vrm-file.js';
import { finishHead, withShine } from './finish-head.js';
import { type Glb, readGlb } from './glb.js';
import { type JsonObject, listAt } from './gltf-json.js';
import { materialsOf, readMaterial } from './gltf-material.js';
import { readNodes, type SceneNode } from './gltf-nodes.js';
import { readPrimitives } from './gltf-primitives.js';
import { followsHead, isHeadName } from './gltf-skin.js';
import type { Head, Placement } from './head.js';
import { HeadError } from './head-error.js';
import type { HeadPictures } from './head-pictures.js';
import { readTextures } from './head-textures.js';
import { HALF_VIEW } from './head-transforms.js';
import { joinPrimitives, joinShapes } from './join-primitives.js';
import { partRole } from './part-role.js';
import { placed, placeHead } from './place-head.js';
import { arkitShapeOf } from './shape-names.js';

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
  'KHR_texture_transform',
  'VRM',
  'VRMC_vrm',
  'VRMC_materials_mtoon',
  'VRMC_materials_hdr_emissiveMultiplier',
  'VRMC_springBone',
  'VRMC_springBone_extended_collider',
  'VRMC_node_constraint',
]);
/** Metres. Where a head turns, seen from the middle of its eyes; used where the file has no joint named head. */
const PIVOT: readonly [number, number, number] = [0, -0.115, -0.1];
/** Of the pictures in models/heads: 47 mm below the eyes, 1.10 m away. */
const CAMERA = { y: -0.047, z: 1.1 } as const;
const FARTHEST = 1.6;
/** Share of half the picture's height that hair may fill. */
const FILLED = 0.98;

/**
 * A head from a GLB with the shapes of ARKit (52; or fewer, see `missingShapes`), or from a VRM character. Any file of that kind
 * will do: several meshes, skins, sizes and directions are brought into one frame. Throws HeadError saying what is missing or damaged.
 */
export async function readHead(glb: Uint8Array, pictures: HeadPictures): Promise<Head> {
  const file = readGlb(glb);
  checkExtensions(file.json);
  const character = readVrm(file.json);
  return character ? openCharacter(file, character, pictures) : openPlainHead(file, pictures);
}

async function openPlainHead(file: Glb, pictures: HeadPictures): Promise<Head> {
  const nodes = readNodes(file.json);
  const primitives = readPrimitives(file, nodes, {
    followsHead: followsHead(nodes),
    rigidMeshes: false,
    followsEyes: [],
    isShown: () => true,
    readMaterial: (index) => readMaterial(file.json, index),
    shapeName: ({ name }) => arkitShapeOf(name),
  });
  const missing = (shape: ArkitShape): boolean => !primitives.some(({ shapes }) => shapes.has(shape));
  const lacking = NEEDED.filter(missing);
  if (lacking.length > 0)
    throw new HeadError(
      `Expected the 52 ARKit shapes, named in mesh.extras.targetNames; missing: ${lacking.join(', ')}`,
    );
  const placement = placeHead(primitives);
  const materials = materialsOf(primitives);
  const geometry = joinPrimitives(primitives, placement, materials, ({ name, material }) =>
    partRole(name, material.name),
  );
  const head: Head = {
    ...geometry,
    parts: withShine(geometry.parts),
    textures: await readTextures(file, materials, pictures),
    shapes: joinShapes(primitives, placement, ARKIT_SHAPES),
    channels: undefined,
    placement,
    pivot: pivotOf(nodes, placement),
    camera: cameraFor(geometry.positions),
    missingShapes: ARKIT_SHAPES.filter(missing),
    notes: [],
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

function pivotOf(nodes: readonly SceneNode[], placement: Placement): readonly [number, number, number] {
  const head = nodes.find(({ name }) => isHeadName(name));
  if (!head) return PIVOT;
  const [x, y, z] = placed(placement, head.world.slice(12, 15));
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
