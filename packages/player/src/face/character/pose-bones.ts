import { armTurn, type FacePose, type Head, type Transform, worldTransforms } from '@anima/face/head';
import type { VRM, VRMHumanBoneName } from '@pixiv/three-vrm';
import { type Group, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';

const ALONG_Z = new Vector3(0, 0, 1);
const HALF = 0.5;

/** Lets the arms down, as clips have them. The character's matrices are up to date before and after. */
export function lowerArms({ humanoid, scene }: VRM): void {
  const bone = (name: VRMHumanBoneName): Object3D | null => humanoid.getRawBoneNode(name);
  for (const side of ['left', 'right'] as const) {
    const upper = bone(`${side}UpperArm`);
    const lower = bone(`${side}LowerArm`) ?? bone(`${side}Hand`);
    if (upper === null || lower === null) continue;
    const from = upper.getWorldPosition(new Vector3());
    const to = lower.getWorldPosition(new Vector3());
    const turn = new Matrix4().makeRotationAxis(ALONG_Z, armTurn(from.toArray(), to.toArray()));
    placeInWorld(upper, about(from, turn).multiply(upper.matrixWorld));
  }
  scene.updateMatrixWorld(true);
}

/**
 * Moves torso, neck and head of a character as in clips: the head turns about its bone, the neck half as far
 * about the same point, and a breath lifts the torso. `frame` contains the character, in metres of the file.
 */
export function poseBones(
  { humanoid }: VRM,
  frame: Group,
  { pivot, placement }: Pick<Head, 'pivot' | 'placement'>,
): (pose: FacePose) => void {
  frame.updateMatrixWorld(true);
  const head = humanoid.getRawBoneNode('head');
  if (head === null) throw new Error('Expected a VRM with a bone "head"');
  const neck = humanoid.getRawBoneNode('neck');
  const rest = {
    frame: frame.matrix.clone(),
    head: head.matrixWorld.clone(),
    neck: neck?.matrixWorld.clone(),
  };
  const centre = new Vector3(...pivot).divideScalar(placement.scale);
  const [torso, turned, half] = [new Matrix4(), new Matrix4(), new Matrix4()];
  return (pose) => {
    const transforms = worldTransforms({ pivot }, pose);
    setMatrix(torso, transforms.torso, placement.scale);
    setMatrix(turned, transforms.turned, placement.scale);
    frame.matrix.multiplyMatrices(torso, rest.frame);
    frame.updateMatrixWorld(true);
    if (neck && rest.neck) placeInWorld(neck, halfway(torso, turned, centre, half).multiply(rest.neck));
    placeInWorld(head, turned.multiply(rest.head));
  };
}

/** Interpolates between two places of the same point, with half of the second turn. */
function halfway(from: Matrix4, to: Matrix4, centre: Vector3, into: Matrix4): Matrix4 {
  const turn = new Quaternion().setFromRotationMatrix(to).slerp(new Quaternion(), HALF);
  const place = centre.clone().applyMatrix4(from).lerp(centre.clone().applyMatrix4(to), HALF);
  return into.makeRotationFromQuaternion(turn).setPosition(place.sub(centre.clone().applyQuaternion(turn)));
}

/** Its parent's place in the world is up to date; so are its own and its children's then. */
function placeInWorld(bone: Object3D, world: Matrix4): void {
  const parent = bone.parent?.matrixWorld ?? new Matrix4();
  parent.clone().invert().multiply(world).decompose(bone.position, bone.quaternion, bone.scale);
  bone.updateMatrix();
  bone.updateMatrixWorld(true);
}

function about(point: Vector3, turn: Matrix4): Matrix4 {
  const moved = point.clone().sub(point.clone().applyMatrix4(turn));
  return turn.clone().setPosition(moved);
}

function setMatrix(matrix: Matrix4, [x, y, z]: Transform, scale: number): void {
  const shifted = ([a, b, c, shift]: Transform[number]) => [a, b, c, shift / scale] as const;
  matrix.set(...shifted(x), ...shifted(y), ...shifted(z), 0, 0, 0, 1);
}
