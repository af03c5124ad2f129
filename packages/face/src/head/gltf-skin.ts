import type { Glb } from './glb.js';
import { readAccessor } from './gltf-accessor.js';
import { entryOf, listAt, referenceAt } from './gltf-json.js';
import { type Matrix, multiply, type SceneNode } from './gltf-nodes.js';
import { HeadError } from './head-error.js';

/** What moves the vertices of a mesh, in the pose of the file. */
export interface Skin {
  readonly matrices: readonly Matrix[];
  /** Nodes of the joints. */
  readonly joints: readonly number[];
}

const NECK_SHARE = 0.5;

/** glTF 2.0, section 3.7.3: the joints' places times the inverse of where they were when the skin was bound. */
export function readSkin(glb: Glb, nodes: readonly SceneNode[], index: number): Skin {
  const json = entryOf(glb.json, 'skins', index);
  const joints = listAt(json, 'joints').map((joint) => {
    if (typeof joint !== 'number' || !nodes[joint])
      throw new HeadError(`skins[${index}] has a joint the GLB does not have`);
    return joint;
  });
  const inverse = referenceAt(json, 'inverseBindMatrices');
  const bound = inverse === undefined ? undefined : readAccessor(glb, inverse, 'MAT4');
  if (bound && bound.count < joints.length)
    throw new HeadError(
      `skins[${index}] has ${joints.length} joints and ${bound.count} inverse bind matrices`,
    );
  return {
    joints,
    matrices: joints.map((joint, i) =>
      bound
        ? multiply(nodes[joint]!.world, [...bound.values.subarray(16 * i, 16 * i + 16)])
        : nodes[joint]!.world,
    ),
  };
}

/** How far each node follows the head: 1 at the head and what hangs on it, .5 at the neck, else 0. By their names. */
export function followsHead(nodes: readonly SceneNode[]): readonly number[] {
  return sharesBelow(nodes, (node) => {
    const { name } = nodes[node]!;
    if (isHeadName(name)) return 1;
    return /neck/i.test(name) ? NECK_SHARE : undefined;
  });
}

/** What `shareOf` says of each node or, where it says nothing, of the nearest above it; else 0. */
export function sharesBelow(
  nodes: readonly SceneNode[],
  shareOf: (node: number) => number | undefined,
): readonly number[] {
  const shares: (number | undefined)[] = nodes.map((_, node) => shareOf(node));
  return nodes.map((_, node) => {
    const path: number[] = [];
    let at = node;
    for (; at !== -1 && shares[at] === undefined; at = nodes[at]!.parent) path.push(at);
    const share = at === -1 ? 0 : shares[at]!;
    for (const one of path) shares[one] = share;
    return share;
  });
}

/** "Head", "mixamorig:Head", "J_Bip_C_Head"; not "HeadTop_End", which hangs on it anyway. */
export function isHeadName(name: string): boolean {
  return /(^|[^a-z])head$/i.test(name);
}
