import { type Affine, applyAffine, areaScale, composeAffine, invertAffine } from '../image/affine.js';
import { LEFT_EYE, LOWER_FACE, RIGHT_EYE } from '../tracking/face-geometry.js';
import { LANDMARKS } from '../tracking/face-track.js';
import { fitSimilarity } from '../tracking/similarity.js';
import { type CropOptions, cropFace } from './face-crop.js';

/** A crop that goes with a head: what is still on the face is still in the crop. */
export interface AnchoredCrop {
  /** From a square of side 1 to the frame. */
  readonly toFrame: Affine;
  /** Whether it was laid anew: what was remembered of the crop no longer fits. */
  readonly fresh: boolean;
}

const MOVING = new Set<number>([...LOWER_FACE, ...RIGHT_EYE, ...LEFT_EYE]);
const STILL = Array.from({ length: LANDMARKS }, (_, i) => i).filter((index) => !MOVING.has(index));
/** Of its side: how far a corner of the crop may lie from where a new one would lie. */
const AWAY = 0.07;
const CORNERS = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
];

/**
 * Says where the crop lies, frame by frame. Laid by eyes, nose and mouth anew in each frame it would move with every word; laid
 * once, it is carried by the points that speech does not move, until the head has turned or come nearer.
 */
export function createAnchoredCrop(options: CropOptions): (points: Float32Array) => AnchoredCrop {
  let anchor: { readonly points: Float32Array; readonly toFrame: Affine } | null = null;
  return (points) => {
    const own = cropFace(points, options);
    if (anchor !== null) {
      const motion = fitSimilarity(anchor.points, points, 3, STILL);
      const toFrame = composeAffine(motion, anchor.toFrame);
      if (distance(toFrame, own) < AWAY) return { toFrame, fresh: false };
    }
    anchor = { points: points.slice(), toFrame: own };
    return { toFrame: own, fresh: true };
  };
}

function distance(toFrame: Affine, own: Affine): number {
  const back = invertAffine(own);
  let most = Math.abs(Math.sqrt(areaScale(toFrame) / areaScale(own)) - 1);
  for (const corner of CORNERS) {
    const { x, y } = applyAffine(back, applyAffine(toFrame, corner));
    most = Math.max(most, Math.hypot(x - corner.x, y - corner.y));
  }
  return most;
}
