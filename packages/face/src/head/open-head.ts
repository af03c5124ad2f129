import { ARKIT_SHAPES } from '../arkit-shapes.js';
import { withArmsDown } from '../vrm/character-pose.js';
import { openCharacter } from '../vrm/open-character.js';
import { readVrm } from '../vrm/vrm-file.js';
import { chooseShapes } from './choose-shapes.js';
import { countAt, type Glb, type JsonObject, listAt, objectFrom, readGlb } from './glb.js';
import { materialsOf, readMaterial } from './gltf-material.js';
import { followsHead, isHeadName, readNodes, type SceneNode } from './gltf-nodes.js';
import { readPrimitives } from './gltf-primitives.js';
import { type Head, HeadError, type HeadPart, type Placement, type Shine } from './head.js';
import { type HeadPictures, readTextures } from './head-textures.js';
import { HALF_VIEW } from './head-transforms.js';
import { joinPrimitives, joinShapes } from './join-primitives.js';
import { partRole } from './part-role.js';
import { aboveHeight, placed, placeHead } from './place-head.js';
import { arkitShapeOf, visemeShapeOf } from './shape-names.js';

/** Nodes of the arms of a body, by their VRM names. */
export type ArmBones = ReadonlyMap<string, number>;

const SIDES = { left: 'left', l: 'left', right: 'right', r: 'right' } as const;
const LOWER = ['forearm', 'lowerarm', 'forearmbend', 'elbow'];
const UPPER = ['arm', 'shldr', 'shldrbend'];

/**
 * The arms by the names of Mixamo and Ready Player Me ("LeftArm", "LeftForeArm"), Unreal ("upperarm_l"), Rigify ("upper_arm.L"), VRoid
 * ("J_Bip_L_UpperArm"), Biped ("Bip01 L UpperArm") and Daz ("lShldrBend"). Empty for a file without arms.
 */
function findArmBones(nodes: readonly SceneNode[]): ArmBones {
  const bones = new Map<string, number>();
  nodes.forEach(({ name }, node) => {
    const bone = armBoneOf(name);
    // A descendant with the same name is a twist or the end of the bone.
    if (bone !== undefined && !bones.has(bone)) bones.set(bone, node);
  });
  for (const side of ['left', 'right']) {
    const upper = bones.get(`${side}UpperArm`);
    if (upper === undefined || bones.has(`${side}LowerArm`)) continue;
    const below = nodes.findIndex(({ parent }) => parent === upper);
    if (below !== -1) bones.set(`${side}LowerArm`, below);
  }
  return bones;
}

function armBoneOf(name: string): string | undefined {
  const words = name
    .slice(name.lastIndexOf(':') + 1)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const side = words.map((word) => SIDES[word as keyof typeof SIDES]).find((found) => found !== undefined);
  if (side === undefined) return undefined;
  const rest = words.filter((word) => !(word in SIDES)).join('');
  if (LOWER.some((end) => rest.endsWith(end))) return `${side}LowerArm`;
  return UPPER.some((end) => rest.endsWith(end)) ? `${side}UpperArm` : undefined;
}

/** Returns whether a node is in the default scene, else the first one. Without scenes, all nodes are. */
function shownNodes(json: JsonObject, nodes: readonly SceneNode[]): (node: number) => boolean {
  const scenes = listAt(json, 'scenes');
  const scene = scenes[countAt(json, 'scene', 0)];
  if (scene === undefined) return () => true;
  const roots = new Set(listAt(objectFrom(scene, 'a scene'), 'nodes'));
  const shown = nodes.map((_, node) => {
    let at = node;
    while (at !== -1 && !roots.has(at)) at = nodes[at]!.parent;
    return at !== -1;
  });
  return (node) => shown[node]!;
}

const READ_EXTENSIONS = new Set([
  'KHR_materials_unlit',
  'KHR_mesh_quantization',
  'EXT_texture_webp',
  // Materials are drawn without the effects of these extensions.
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
/** Pivot of the head in metres from the point between the eyes, for files without a head joint. */
const PIVOT: readonly [number, number, number] = [0, -0.115, -0.1];
/** Camera of the images in models/heads: 47 mm below the eyes, 1.10 m away. */
const CAMERA = { y: -0.047, z: 1.1 } as const;
const FARTHEST = 1.6;
const NEAREST = 0.6;
/** Share of half the picture's height that hair may fill. */
const FILLED = 0.98;
/** Share of the height of a head without shoulders that stays free above it, and below without neck. */
const MARGIN = 0.1;
/** Metres: height of the chin, and the distance below it from which a neck is assumed. */
const CHIN = -0.125;
const NECK = 0.03;
/** Metres below the eyes that no picture shows. */
const BODY_BELOW = 0.4;

/**
 * Reads a head from a GLB with ARKit shapes (52 or fewer, see `missingShapes`) or Oculus visemes, or from a
 * VRM character. Several meshes, skins, sizes and directions are converted to one frame. Throws HeadError
 * with the missing or damaged part.
 */
export async function readHead(glb: Uint8Array, pictures: HeadPictures): Promise<Head> {
  const file = readGlb(glb);
  checkExtensions(file.json);
  const character = readVrm(file.json);
  return character ? openCharacter(file, character, pictures) : openPlainHead(file, pictures);
}

async function openPlainHead(file: Glb, pictures: HeadPictures): Promise<Head> {
  const inFile = readNodes(file.json);
  const arms = findArmBones(inFile);
  const nodes = withArmsDown(inFile, { bones: arms });
  const read = readPrimitives(file, nodes, {
    followsHead: followsHead(nodes),
    rigidMeshes: false,
    followsEyes: [],
    isShown: shownNodes(file.json, nodes),
    readMaterial: (index) => readMaterial(file.json, index),
    shapeName: ({ name }) => arkitShapeOf(name) ?? visemeShapeOf(name),
  });
  const { eyes, channels, moves, notes } = chooseShapes(read, nodes);
  const placement = placeHead(eyes);
  // The body continues below the visible image.
  const lowest = placement.origin[1] - BODY_BELOW / placement.scale;
  const primitives = arms.size > 0 ? read.flatMap((primitive) => aboveHeight(primitive, lowest)) : read;
  const materials = materialsOf(primitives);
  const geometry = joinPrimitives(primitives, placement, materials, ({ name, material }) =>
    partRole(name, material.name),
  );
  return {
    ...geometry,
    parts: withShine(geometry.parts),
    textures: await readTextures(file, materials, pictures),
    shapes: joinShapes(primitives, placement, channels?.map(({ name }) => name) ?? ARKIT_SHAPES),
    channels,
    placement,
    pivot: pivotOf(nodes, placement),
    camera: cameraFor(geometry.positions),
    missingShapes: channels ? [] : ARKIT_SHAPES.filter((shape) => !moves(shape)),
    notes,
  };
}

/** Highlight of hair whose file does not specify one. */
const HAIR_SHINE: Shine = { strength: 0.4, power: 80, strands: true };

/** Adds highlights to painted hair (KHR_materials_unlit) if the file specifies none. */
function withShine(parts: readonly HeadPart[]): readonly HeadPart[] {
  return parts.map((part) =>
    part.role === 'hair' && part.painted && !part.shine && part.alpha !== 'blend'
      ? { ...part, shine: HAIR_SHINE }
      : part,
  );
}

function checkExtensions(json: JsonObject): void {
  for (const name of listAt(json, 'extensionsRequired')) {
    if (!READ_EXTENSIONS.has(String(name)))
      throw new HeadError(`The GLB requires the unsupported extension ${String(name)}`);
  }
}

function pivotOf(nodes: readonly SceneNode[], placement: Placement): readonly [number, number, number] {
  const head = nodes.find(({ name }) => isHeadName(name));
  if (!head) return PIVOT;
  const [x, y, z] = placed(placement, head.world.slice(12, 15));
  // A node with this name can be anywhere, for example at the feet.
  const near = Math.hypot(x - PIVOT[0], y - PIVOT[1], z - PIVOT[2]) < 0.1;
  return near ? [x, y, z] : PIVOT;
}

/**
 * Moves the camera back if hair or a hat would be cut off; the face gets smaller accordingly. A head that
 * ends above the lower edge of the image fills the image: its neck, if it has one, reaches the edge.
 */
function cameraFor(positions: Float32Array): Head['camera'] {
  let distance: number = CAMERA.z;
  let [top, bottom] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < positions.length; i += 4) {
    bottom = Math.min(bottom, positions[i + 1]!);
    if (positions[i + 3]! < 0.5) continue;
    top = Math.max(top, positions[i + 1]!);
    const above = positions[i + 1]! - CAMERA.y;
    distance = Math.max(distance, above / (FILLED * HALF_VIEW) + positions[i + 2]!);
  }
  if (bottom > CAMERA.y - HALF_VIEW * distance && top > bottom) return cameraForHead(top, bottom);
  return { y: CAMERA.y, z: Math.min(distance, FARTHEST) };
}

function cameraForHead(top: number, bottom: number): Head['camera'] {
  const margin = MARGIN * (top - bottom);
  const lower = bottom < CHIN - NECK ? bottom + NECK / 2 : bottom - margin;
  const upper = top + margin;
  const distance = (upper - lower) / (2 * HALF_VIEW);
  return { y: (upper + lower) / 2, z: Math.min(FARTHEST, Math.max(NEAREST, distance)) };
}
