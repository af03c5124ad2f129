import type { SceneNode } from './gltf-nodes.js';
import type { Primitive } from './gltf-primitives.js';
import { HeadError } from './head.js';
import { middleOfMoved, type Point } from './place-head.js';

/** Position and size of the eyes of a file, in the units of the file. */
export interface Eyes {
  /** The point between the eyeballs. */
  readonly middle: Point;
  /** 1 if the head looks along +z, -1 along -z. */
  readonly facing: 1 | -1;
  /** Metres of a unit. */
  readonly scale: number;
  /** How the eyes were found. "mouth": guessed, because the file does not name or move its eyes. */
  readonly by: 'lids' | 'eyes' | 'mouth';
}

/** Usual distance of a person in metres, and the range in which a file counts as being in metres, the unit of glTF. */
interface Measure {
  readonly metres: number;
  readonly narrowest: number;
  readonly widest: number;
}
/** Distance between the centres of the moving lids: 49 mm (ada), 51 mm (leo). */
const LIDS: Measure = { metres: 0.05, narrowest: 0.035, widest: 0.08 };
/** Distance between the centres of the eyeballs. */
const EYEBALLS: Measure = { metres: 0.062, narrowest: 0.04, widest: 0.1 };
/** Height from the mouth to the top of the head, hair included. */
const MOUTH_TO_TOP: Measure = { metres: 0.19, narrowest: 0.12, widest: 0.32 };
/** Share of that height at which the eyes are. */
const EYES_ABOVE_MOUTH = 0.37;
/** Metres by which the centre of a moving lid is above and in front of the centre of its eyeball. */
const LIDS_ABOVE = 0.002;
const LIDS_BEFORE = 0.0065;
/** "LeftEye", "eye_L", "EyeRight", "J_Adj_L_FaceEye": after separators and digits are taken out. */
const EYE_NAMES = {
  left: [/(^|[^a-z])left_?eye(ball)?$/i, /eye(ball)?_?(left|l)$/i, /(^|_)l_?(face)?eye(ball)?$/i],
  right: [/(^|[^a-z])right_?eye(ball)?$/i, /eye(ball)?_?(right|r)$/i, /(^|_)r_?(face)?eye(ball)?$/i],
} as const;

/**
 * Finds the eyes by the lids that blinks move, else by meshes or joints with names of eyes, else by the mouth, which `mouthShape` moves.
 * Throws HeadError if both lids are in one place, or if the face cannot be located.
 */
export function findEyes(
  primitives: readonly Primitive[],
  nodes: readonly SceneNode[],
  mouthShape: string | undefined,
): Eyes {
  const lids = [
    middleOfMoved(primitives, 'eyeBlinkLeft'),
    middleOfMoved(primitives, 'eyeBlinkRight'),
  ] as const;
  if (lids[0] && lids[1]) {
    const found = between(lids[0], lids[1], LIDS, 'lids');
    if (!found)
      throw new HeadError('Expected eyeBlinkLeft and eyeBlinkRight to move lids at two different places');
    const [x, y, z] = found.middle;
    const { facing, scale } = found;
    return { ...found, middle: [x, y - LIDS_ABOVE / scale, z - (facing * LIDS_BEFORE) / scale] };
  }
  const balls = [namedEye(primitives, nodes, 'left'), namedEye(primitives, nodes, 'right')] as const;
  const eyes = balls[0] && balls[1] && between(balls[0], balls[1], EYEBALLS, 'eyes');
  const found = eyes ?? (mouthShape === undefined ? undefined : aboveMouth(primitives, mouthShape));
  if (!found)
    throw new HeadError(
      'Expected a head whose eyes can be found: eyeBlinkLeft and eyeBlinkRight, or meshes or joints named LeftEye and RightEye',
    );
  return found;
}

function between(left: Point, right: Point, measure: Measure, by: Eyes['by']): Eyes | undefined {
  const distance = Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
  if (!(distance > 0)) return undefined;
  return {
    middle: [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, (left[2] + right[2]) / 2],
    facing: left[0] > right[0] ? 1 : -1,
    scale: scaleOf(distance, measure),
    by,
  };
}

function scaleOf(distance: number, { metres, narrowest, widest }: Measure): number {
  return distance > narrowest && distance < widest ? 1 : metres / distance;
}

/** The middle of the mesh of an eye, else the place of its joint. */
function namedEye(
  primitives: readonly Primitive[],
  nodes: readonly SceneNode[],
  side: 'left' | 'right',
): Point | undefined {
  const isEye = (name: string): boolean => {
    const plain = name.replace(/[^a-z]+/gi, '_').replace(/_$/, '');
    return EYE_NAMES[side].some((pattern) => pattern.test(plain));
  };
  const meshes = primitives.filter(({ name, node }) => isEye(name) || isEye(nodes[node]!.name));
  if (meshes.length > 0) return middleOf(meshes);
  const joint = nodes.find(({ name }) => isEye(name));
  return joint && [joint.world[12]!, joint.world[13]!, joint.world[14]!];
}

/** The middle of the box around meshes. */
function middleOf(primitives: readonly Primitive[]): Point {
  const middle: Point = [0, 0, 0];
  for (const k of [0, 1, 2] as const) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { positions } of primitives) {
      for (let i = k; i < positions.length; i += 3) {
        least = Math.min(least, positions[i]!);
        most = Math.max(most, positions[i]!);
      }
    }
    middle[k] = (least + most) / 2;
  }
  return middle;
}

/** Guessed from the mouth and the top of the meshes that it is part of. */
function aboveMouth(primitives: readonly Primitive[], mouthShape: string): Eyes | undefined {
  const mouth = middleOfMoved(primitives, mouthShape);
  if (!mouth) return undefined;
  const face = primitives.filter(({ shapes }) => shapes.has(mouthShape));
  let [top, depth, count] = [Number.NEGATIVE_INFINITY, 0, 0];
  for (const { positions } of face) {
    for (let i = 0; i < positions.length; i += 3) {
      top = Math.max(top, positions[i + 1]!);
      depth += positions[i + 2]!;
      count++;
    }
  }
  const height = top - mouth[1];
  if (!(height > 0)) return undefined;
  return {
    middle: [mouth[0], mouth[1] + EYES_ABOVE_MOUTH * height, mouth[2]],
    facing: mouth[2] >= depth / count ? 1 : -1,
    scale: scaleOf(height, MOUTH_TO_TOP),
    by: 'mouth',
  };
}
