import { ARKIT_SHAPES, shapeIndex } from '../arkit-shapes.js';
import { smoothStep } from '../smooth-step.js';
import { MOTION_CHANNELS } from './face-motion.js';
import { arkitShapesOf, MOUTH_SHAPES, mouthIndex, visemeMouths } from './mouth/mouth-shapes.js';

/** Seconds in which a face moves to its corrected motion: its mouth, and the rest. */
const MOUTH_SECONDS = 0.12;
const LIFE_SECONDS = 0.6;

/** mouthPress of touching lips. */
const PRESSING = visemeMouths.PP[mouthIndex.mouthPress]!;

const mouthPlaces = new Set(MOUTH_SHAPES.flatMap(arkitShapesOf).map((name) => shapeIndex[name]));

/**
 * Difference between the face that was shown last and the face that is correct with present knowledge. The
 * face moves to the correct motion without a jump.
 */
export interface CarriedPose {
  /** Starts a transition. Both poses are of the same frame. */
  begin(shown: Float32Array, wanted: Float32Array, seconds: number): void;
  /** Adds the remaining difference to a later frame in place. Lips that must touch do touch. */
  addTo(values: Float32Array, seconds: number): void;
}

export function createCarriedPose(): CarriedPose {
  const offsets = new Float32Array(MOTION_CHANNELS);
  let since = Number.NEGATIVE_INFINITY;
  let carries = false;
  return {
    begin: (shown, wanted, seconds) => {
      for (let i = 0; i < MOTION_CHANNELS; i++) offsets[i] = shown[i]! - wanted[i]!;
      carries = offsets.some((offset) => offset !== 0);
      since = seconds;
    },
    addTo: (values, seconds) => {
      if (!carries) return;
      const passed = seconds - since;
      carries = passed < LIFE_SECONDS;
      const touching = Math.min(1, values[shapeIndex.mouthPressLeft]! / PRESSING);
      const ofMouth = (1 - smoothStep(passed / MOUTH_SECONDS)) * (1 - touching);
      const ofLife = 1 - smoothStep(passed / LIFE_SECONDS);
      for (let i = 0; i < MOTION_CHANNELS; i++)
        values[i]! += offsets[i]! * (mouthPlaces.has(i) ? ofMouth : ofLife);
      for (let i = 0; i < ARKIT_SHAPES.length; i++) values[i] = Math.min(1, Math.max(0, values[i]!));
      values[shapeIndex.mouthClose] = Math.min(values[shapeIndex.mouthClose]!, values[shapeIndex.jawOpen]!);
    },
  };
}
