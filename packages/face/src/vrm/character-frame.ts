import type { SceneNode } from '../head/gltf-nodes.js';
import type { Primitive } from '../head/gltf-primitives.js';
import { type Head, HeadError, type Placement } from '../head/head.js';
import { HALF_VIEW } from '../head/head-transforms.js';
import { middleOfMoved, type Point } from '../head/place-head.js';
import { placeOf } from './character-pose.js';
import type { VrmFile } from './vrm-file.js';

/** Metres between camera and eyes, as for the heads that ship. */
const DISTANCE = 1.1;
/** Share of the picture's height between the top of the hair and its lower edge. */
const FILLED = 0.96;
/**
 * In units of the distance from the neck to the eyes: maximum height of hair in the image, and the lower edge
 * below the shoulders, or below the neck without arms.
 */
const HIGHEST = 2.4;
const BELOW_SHOULDERS = 0.2;
const BELOW_NECK = 0.5;

export interface CharacterFrame {
  readonly placement: Placement;
  readonly camera: Head['camera'];
  readonly pivot: Head['pivot'];
  /** Lowest visible height in the file. */
  readonly lowest: number;
}

/**
 * Frames head and shoulders by the bones, the lids and the hair, for characters of any size. Throws
 * HeadError.
 */
export function frameCharacter(
  primitives: readonly Primitive[],
  nodes: readonly SceneNode[],
  { bones }: VrmFile,
): CharacterFrame {
  const at = (bone: string): Point | undefined => {
    const node = bones.get(bone);
    return node === undefined ? undefined : placeOf(nodes[node]!);
  };
  const head = at('head')!;
  const eyes = eyesOf(primitives, at) ?? guessedEyes(head, primitives);
  const neck = at('neck')?.[1] ?? head[1] - (eyes[1] - head[1]) / 2;
  const reach = eyes[1] - neck;
  if (!(reach > 0))
    throw new HeadError('Expected a VRM that stands upright: its eyes lie no higher than its neck');
  const shoulders = [at('leftUpperArm'), at('rightUpperArm')].flatMap((arm) => (arm ? [arm[1]] : []));
  const bottom = shoulders.length > 0 ? mean(shoulders) - BELOW_SHOULDERS * reach : neck - BELOW_NECK * reach;
  const top = Math.max(eyes[1] + reach / 2, Math.min(eyes[1] + HIGHEST * reach, highest(primitives)));
  const scale = (2 * HALF_VIEW * DISTANCE * FILLED) / (top - bottom);
  if (!Number.isFinite(scale)) throw new HeadError('Expected a VRM of some size, received one of none');
  const facing = facingOf(at);
  const placement: Placement = { origin: eyes, facing, scale };
  return {
    placement,
    camera: { y: scale * ((top + bottom) / 2 - eyes[1]), z: DISTANCE },
    pivot: [0, scale * (head[1] - eyes[1]), facing * scale * (head[2] - eyes[2])],
    // Points farther away appear slightly lower.
    lowest: bottom - 0.35 * (top - bottom),
  };
}

/** Returns the middle of the vertices that the lids move, else of the eye bones. */
function eyesOf(
  primitives: readonly Primitive[],
  at: (bone: string) => Point | undefined,
): Point | undefined {
  const lids = (['eyeBlinkLeft', 'eyeBlinkRight', 'blinkLeft', 'blinkRight', 'blink'] as const).flatMap(
    (name) => middleOfMoved(primitives, name) ?? [],
  );
  if (lids.length >= 3)
    return [0, 1, 2].map((k) => mean(lids.filter((_, i) => i % 3 === k))) as unknown as Point;
  const [left, right] = [at('leftEye'), at('rightEye')];
  return left && right ? (left.map((value, k) => (value + right[k]!) / 2) as unknown as Point) : undefined;
}

/** Estimates the eyes of a file without lids and eye bones: halfway between the head bone and its top. */
function guessedEyes(head: Point, primitives: readonly Primitive[]): Point {
  return [head[0], (head[1] + highest(primitives)) / 2, head[2]];
}

/** Returns the height of the highest vertex that follows the head. */
function highest(primitives: readonly Primitive[]): number {
  let top = Number.NEGATIVE_INFINITY;
  for (const { positions, followsHead } of primitives) {
    for (let i = 0; 3 * i < positions.length; i++)
      if ((followsHead?.[i] ?? 0) > 0.5) top = Math.max(top, positions[3 * i + 1]!);
  }
  return top;
}

/** VRM 1.0 looks along +z, 0.x along -z. The side of the left bones decides. */
function facingOf(at: (bone: string) => Point | undefined): 1 | -1 {
  for (const bone of ['UpperArm', 'Eye', 'UpperLeg']) {
    const [left, right] = [at(`left${bone}`), at(`right${bone}`)];
    if (left && right && left[0] !== right[0]) return left[0] > right[0] ? 1 : -1;
  }
  return 1;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
