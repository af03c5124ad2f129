import { shapeIndex } from '../arkit-shapes.js';
import { smoothStep } from '../smooth-step.js';

/** How the inside of a mouth is lit: texel x factor + colour, sRGB levels. */
export interface MouthLight {
  readonly factor: readonly [number, number, number];
  readonly colour: readonly [number, number, number];
}

/** Of a mouth that is hardly open: less light falls into it. */
const LEAST = 0.5;
/** Powers of red, green and blue: light that comes off lips and gums is warm. */
const WARMTH = [0.8, 1.05, 1.15] as const;
/** Openness (below) at which all light falls in. */
const OPEN = 0.55;
/** Openness below which what shows between the lips, at their corners above all, turns into the shade between lips. */
const PARTED = 0.1;
/** 27 mm at 1.1 m; of a tongue that is out farther than the lips let it. */
const TONGUE_BACK = 0.025;
const TONGUE_FREE = 0.6;
const LIP_SHADE = [108, 66, 60] as const;

/**
 * From the weights of a pose. Openness is in units of jawOpen: what else parts the lips counts by how far it does, and
 * protruded lips keep light out.
 */
export function mouthLight(weights: Float32Array): MouthLight {
  const both = (left: number, right: number): number => (weights[left]! + weights[right]!) / 2;
  const jaw = Math.max(0, weights[shapeIndex.jawOpen]! - weights[shapeIndex.mouthClose]!);
  const funnel = weights[shapeIndex.mouthFunnel]!;
  const pucker = weights[shapeIndex.mouthPucker]!;
  const bared =
    both(shapeIndex.mouthUpperUpLeft, shapeIndex.mouthUpperUpRight) +
    both(shapeIndex.mouthLowerDownLeft, shapeIndex.mouthLowerDownRight);
  const spread = both(shapeIndex.mouthStretchLeft, shapeIndex.mouthStretchRight);
  const smile = both(shapeIndex.mouthSmileLeft, shapeIndex.mouthSmileRight);
  const parted = jaw + 0.35 * funnel + 0.3 * pucker + 0.45 * bared + 0.1 * spread;
  const open = Math.max(0, jaw + 0.4 * bared + 0.35 * spread + 0.35 * smile - 0.3 * Math.max(funnel, pucker));
  const closed = 1 - smoothStep(parted / PARTED);
  const light = LEAST + (1 - LEAST) * smoothStep(open / OPEN);
  const mixed = (value: (k: number) => number): [number, number, number] => [value(0), value(1), value(2)];
  return {
    factor: mixed((k) => light ** WARMTH[k]! * (1 - closed)),
    colour: mixed((k) => LIP_SHADE[k]! * closed),
  };
}

/**
 * How far back the tongue is drawn, as a factor of 1 / distance: between lips that are hardly open it stays behind the lower
 * lip, through which tongueOut alone would push it.
 */
export function tongueBias(weights: Float32Array): number {
  const jaw = Math.max(0, weights[shapeIndex.jawOpen]! - weights[shapeIndex.mouthClose]!);
  const beyond = smoothStep((weights[shapeIndex.tongueOut]! - TONGUE_FREE) / 0.15);
  return 1 - TONGUE_BACK * beyond * (1 - smoothStep((jaw - 0.3) / 0.2));
}
