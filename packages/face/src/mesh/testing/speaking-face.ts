import { type ArkitShape, shapeIndex } from '../../arkit-shapes.js';
import type { SHIPPED_HEADS } from '../../head/testing/shipped-heads.js';
import { createFrame, type Frame } from '../../picture/frame.js';
import { readImage } from '../../picture/read-picture.js';
import type { FacePose } from '../../timeline/face-motion.js';
import { mouthOpening } from '../../tracking/face-measures.js';
import type { FaceModels } from '../../tracking/face-models.js';
import type { TrackedFace } from '../../tracking/face-track.js';
import { findFaces } from '../../tracking/find-faces.js';
import { portraitPath } from '../../tracking/testing/portraits.js';

/** A portrait of models/heads at `side` pixels, and the face in it. */
export async function readPortrait(
  models: FaceModels,
  name: (typeof SHIPPED_HEADS)[number],
  side: number,
): Promise<{ frame: Frame; face: TrackedFace }> {
  const frame = await readImage(await portraitPath(name), { longestSide: side });
  return { frame, face: await readFace(models, frame) };
}

export async function readFace(models: FaceModels, frame: Frame): Promise<TrackedFace> {
  const [face] = await findFaces(models, frame);
  if (face === undefined) throw new Error('Expected a face in the frame');
  return face;
}

/** How far the mouth in a frame is open, as the landmark network sees it. */
export async function openingIn(models: FaceModels, frame: Frame): Promise<number> {
  return mouthOpening((await readFace(models, frame)).points);
}

export function poseOf(
  weights: Partial<Record<ArkitShape, number>>,
  head: Partial<Omit<FacePose, 'weights'>> = {},
): FacePose {
  const values = new Float32Array(Object.keys(shapeIndex).length);
  for (const [shape, weight] of Object.entries(weights)) values[shapeIndex[shape as ArkitShape]] = weight;
  return { weights: values, yaw: 0, pitch: 0, roll: 0, breath: 0, ...head };
}

export function copyOf({ width, height, bytes }: Frame): Frame {
  return createFrame(width, height, bytes.slice());
}
