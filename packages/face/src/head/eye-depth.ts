import { shapeIndex } from '../arkit-shapes.js';
import { smoothStep } from '../smooth-step.js';

/**
 * Share of the distance by which an eye is drawn back behind lids that close: 2.7 mm at 1.1 m. The offsets of a blink lead a lid straight
 * from open to closed, and the eye is round: on the way a lid lies up to 2 mm behind its front.
 */
const DRAWN_BACK = 0.0025;
/** Weight of a blink from which an eye is drawn back in full. */
const IN_FULL = 0.12;

/** Factor of 1 / distance for depth comparisons of the person's left or right eye. */
export function eyeBias(weights: Float32Array, isLeft: boolean): number {
  const blink = weights[isLeft ? shapeIndex.eyeBlinkLeft : shapeIndex.eyeBlinkRight]!;
  return 1 - DRAWN_BACK * smoothStep(blink / IN_FULL);
}
