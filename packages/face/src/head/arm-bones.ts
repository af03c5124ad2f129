import type { SceneNode } from './gltf-nodes.js';

/** Nodes of the arms of a body, under the names that VRM has for them. */
export type ArmBones = ReadonlyMap<string, number>;

const SIDES = { left: 'left', l: 'left', right: 'right', r: 'right' } as const;
const LOWER = ['forearm', 'lowerarm', 'forearmbend', 'elbow'];
const UPPER = ['arm', 'shldr', 'shldrbend'];

/**
 * The arms by the names of Mixamo and Ready Player Me ("LeftArm", "LeftForeArm"), Unreal ("upperarm_l"), Rigify ("upper_arm.L"), VRoid
 * ("J_Bip_L_UpperArm"), Biped ("Bip01 L UpperArm") and Daz ("lShldrBend"). Empty for a file without arms.
 */
export function findArmBones(nodes: readonly SceneNode[]): ArmBones {
  const bones = new Map<string, number>();
  nodes.forEach(({ name }, node) => {
    const bone = armBoneOf(name);
    // A node of the same name that hangs on it is a twist of it, or its end.
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
