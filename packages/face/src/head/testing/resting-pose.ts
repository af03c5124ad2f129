import { ARKIT_SHAPES, type ArkitShape, shapeIndex } from '../../arkit-shapes.js';
import type { FacePose } from '../../timeline/face-motion.js';

/** Returns a face at rest with the given changes. */
export function restingPose(
  weights: Partial<Record<ArkitShape, number>> = {},
  rest: Partial<Omit<FacePose, 'weights'>> = {},
): FacePose {
  const all = new Float32Array(ARKIT_SHAPES.length);
  for (const [shape, weight] of Object.entries(weights)) all[shapeIndex[shape as ArkitShape]] = weight;
  return { weights: all, yaw: 0, pitch: 0, roll: 0, breath: 0, ...rest };
}
