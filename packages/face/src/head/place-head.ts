import type { ArkitShape } from '../arkit-shapes.js';
import type { Primitive } from './gltf-primitives.js';
import type { Placement } from './head.js';
import { HeadError } from './head-error.js';

export type Point = [number, number, number];

/** Point `i` of a list of the file, in the frame of `Head`. */
export function placed({ origin, facing, scale }: Placement, points: ArrayLike<number>, i = 0): Point {
  return [
    facing * scale * (points[3 * i]! - origin[0]),
    scale * (points[3 * i + 1]! - origin[1]),
    facing * scale * (points[3 * i + 2]! - origin[2]),
  ];
}

/** Metres between the places that blinks move, on average: 49 mm (ada), 51 mm (leo). */
const LID_DISTANCE = 0.05;
/** Within these a file is taken to be in metres, as glTF says. */
const NARROWEST = 0.035;
const WIDEST = 0.08;
/** Metres by which what blinks move lies above and before the middle of the eyeballs. */
const LIDS_ABOVE = 0.002;
const LIDS_BEFORE = 0.0065;
/** Metres: a head whose own origin is this near to its eyes stays where it is. */
const AT_ORIGIN = 0.016;

/** From the vertices that the lids and the jaw move. Throws HeadError where nothing moves. */
export function placeHead(primitives: readonly Primitive[]): Placement {
  const left = moved(primitives, 'eyeBlinkLeft');
  const right = moved(primitives, 'eyeBlinkRight');
  const distance = Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
  if (!(distance > 0))
    throw new HeadError('Expected eyeBlinkLeft and eyeBlinkRight to move lids at two different places');
  const facing = left[0] > right[0] ? 1 : -1;
  const scale = distance > NARROWEST && distance < WIDEST ? 1 : LID_DISTANCE / distance;
  const middle = (k: 0 | 1 | 2): number => (left[k] + right[k]) / 2;
  const origin: Point = [
    middle(0),
    middle(1) - LIDS_ABOVE / scale,
    middle(2) - (facing * LIDS_BEFORE) / scale,
  ];
  const isPlaced = facing === 1 && scale === 1 && Math.hypot(...origin) < AT_ORIGIN;
  return { origin: isPlaced ? [0, 0, 0] : origin, facing, scale };
}

function moved(primitives: readonly Primitive[], shape: ArkitShape): Point {
  const middle = middleOfMoved(primitives, shape);
  if (!middle) throw new HeadError(`Expected shape ${shape} to move something; it moves nothing`);
  return middle;
}

/** The mean place of what a shape moves, weighted by how far; undefined where it moves nothing. In the file. */
export function middleOfMoved(primitives: readonly Primitive[], shape: string): Point | undefined {
  const sum: Point = [0, 0, 0];
  let total = 0;
  for (const { shapes, positions } of primitives) {
    const offsets = shapes.get(shape);
    offsets?.vertices.forEach((vertex, i) => {
      const far = Math.hypot(offsets.values[3 * i]!, offsets.values[3 * i + 1]!, offsets.values[3 * i + 2]!);
      total += far;
      for (const k of [0, 1, 2] as const) sum[k] += far * positions[3 * vertex + k]!;
    });
  }
  return total > 0 ? [sum[0] / total, sum[1] / total, sum[2] / total] : undefined;
}
