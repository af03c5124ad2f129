import {
  entryOf,
  type Glb,
  type JsonObject,
  listAt,
  numbersAt,
  objectFrom,
  referenceAt,
  textAt,
} from './glb.js';
import { readAccessor } from './gltf-accessor.js';
import { HeadError } from './head.js';

/** Column-major 4 x 4 matrix, as in glTF. */
export type Matrix = readonly number[];
export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export interface SceneNode {
  readonly name: string;
  readonly world: Matrix;
  /** Index of the parent, or -1. */
  readonly parent: number;
  readonly json: JsonObject;
}

/**
 * Returns every node with its world matrix. Throws HeadError for a node with two parents or a circle of
 * nodes.
 */
export function readNodes(json: JsonObject): readonly SceneNode[] {
  const nodes = listAt(json, 'nodes').map((node, i) => objectFrom(node, `nodes[${i}]`));
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, parent) => {
    for (const child of listAt(node, 'children')) {
      if (typeof child !== 'number' || parents[child] === undefined)
        throw new HeadError(`nodes[${parent}] has a child the GLB does not have`);
      if (parents[child] !== -1) throw new HeadError(`nodes[${child}] of the GLB has two parents`);
      parents[child] = parent;
    }
  });
  const worlds: (Matrix | undefined)[] = nodes.map(() => undefined);
  nodes.forEach((_, start) => {
    // Up to the first node with a known matrix, then down again.
    const path: number[] = [];
    let at = start;
    for (; at !== -1 && worlds[at] === undefined; at = parents[at]!) {
      path.push(at);
      if (path.length > nodes.length) throw new HeadError(`nodes[${start}] of the GLB is its own ancestor`);
    }
    let world = at === -1 ? IDENTITY : worlds[at]!;
    for (const node of path.reverse()) {
      world = multiply(world, localMatrix(nodes[node]!));
      worlds[node] = world;
    }
  });
  return nodes.map((node, i) => ({
    name: textAt(node, 'name'),
    world: worlds[i]!,
    parent: parents[i]!,
    json: node,
  }));
}

/** glTF 2.0, section 3.5.3: a matrix, or translation, rotation (unit quaternion x, y, z, w) and scale. */
function localMatrix(node: JsonObject): Matrix {
  if (node.matrix !== undefined) return numbersAt(node, 'matrix', IDENTITY);
  const [tx, ty, tz] = numbersAt(node, 'translation', [0, 0, 0]) as [number, number, number];
  const [x, y, z, w] = numbersAt(node, 'rotation', [0, 0, 0, 1]) as [number, number, number, number];
  const [sx, sy, sz] = numbersAt(node, 'scale', [1, 1, 1]) as [number, number, number];
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    tx,
    ty,
    tz,
    1,
  ];
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) => {
    const row = i % 4;
    const column = i - row;
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += a[row + 4 * k]! * b[column + k]!;
    return sum;
  });
}

/** Matrices that move the vertices of a mesh, in the pose of the file. */
export interface Skin {
  readonly matrices: readonly Matrix[];
  /** Nodes of the joints. */
  readonly joints: readonly number[];
}

const NECK_SHARE = 0.5;

/** glTF 2.0, section 3.7.3: the matrices of the joints times their inverse bind matrices. */
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

/**
 * Returns how far each node follows the head, by its name: 1 for the head and its descendants, 0.5 for the
 * neck, else 0.
 */
export function followsHead(nodes: readonly SceneNode[]): readonly number[] {
  return sharesBelow(nodes, (node) => {
    const { name } = nodes[node]!;
    if (isHeadName(name)) return 1;
    return /neck/i.test(name) ? NECK_SHARE : undefined;
  });
}

/**
 * Returns `shareOf` for each node. A node for which it returns undefined takes the value of its nearest
 * ancestor, else 0.
 */
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

/** "Head", "mixamorig:Head", "J_Bip_C_Head"; not "HeadTop_End", which is a descendant of the head. */
export function isHeadName(name: string): boolean {
  return /(^|[^a-z])head$/i.test(name);
}
