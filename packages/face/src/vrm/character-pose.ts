import { type Matrix, multiply, type SceneNode, sharesBelow } from '../head/gltf-nodes.js';
import type { Point } from '../head/place-head.js';
import type { VrmFile } from './vrm-file.js';

/** Degrees by which arms in a T pose are lowered. */
const LOWERED = 72;

/**
 * Returns the nodes with lowered arms. Characters come in a T pose, in which nobody is seen from the
 * shoulders up.
 */
export function withArmsDown(
  nodes: readonly SceneNode[],
  { bones }: Pick<VrmFile, 'bones'>,
): readonly SceneNode[] {
  return (['left', 'right'] as const).reduce((posed, side) => {
    const upper = bones.get(`${side}UpperArm`);
    const lower = bones.get(`${side}LowerArm`) ?? bones.get(`${side}Hand`);
    if (upper === undefined || lower === undefined) return posed;
    const from = placeOf(posed[upper]!);
    const turn = armTurn(from, placeOf(posed[lower]!));
    if (turn === 0) return posed;
    const turned = turnedAbout(from, turn);
    const isArm = sharesBelow(posed, (node) => (node === upper ? 1 : undefined));
    return posed.map((node, i) => (isArm[i] === 1 ? { ...node, world: multiply(turned, node.world) } : node));
  }, nodes);
}

/**
 * Returns the angle in radians, counter-clockwise about z, that lowers an upper arm. Returns 0 if the arm
 * hangs already or points forward. `from` is the shoulder, `to` the elbow.
 */
export function armTurn(from: Point, to: Point): number {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const turn = Math.min(0, (-LOWERED * Math.PI) / 180 - Math.atan2(y, Math.abs(x)));
  if (Math.hypot(x, y) < Math.abs(z)) return 0;
  return x > 0 ? turn : -turn;
}

export function placeOf({ world }: SceneNode): Point {
  return [world[12]!, world[13]!, world[14]!];
}

/** Rotates counter-clockwise about the axis along z through a point. */
function turnedAbout([x, y]: readonly [number, number, number], angle: number): Matrix {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x - c * x + s * y, y - s * x - c * y, 0, 1];
}
