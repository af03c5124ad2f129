import { type ArkitShape, shapeIndex } from '../arkit-shapes.js';

/**
 * Presets of VRM 1.0 that speech, idle motion and expressions move. VRM 0.x calls them a, i, u, e, o,
 * blink_l, blink_r, lookup, joy, sorrow and so on. None of the expressions of this project is "relaxed".
 */
export const VRM_PRESETS = [
  'aa',
  'ih',
  'ou',
  'ee',
  'oh',
  'blinkLeft',
  'blinkRight',
  'lookUp',
  'lookDown',
  'lookLeft',
  'lookRight',
  'happy',
  'sad',
  'angry',
  'surprised',
] as const;
export type VrmPreset = (typeof VRM_PRESETS)[number];
/** 0 to 1 each. The sum of the five mouths is at most 1. */
export type VrmPresetWeights = Readonly<Record<VrmPreset, number>>;

/** jawOpen of a fully open mouth: viseme "aa" (timeline/mouth/mouth-shapes.ts). */
const OPEN_JAW = 0.6;
/** Rounding and spreading of the mouths with the largest values: visemes "oh" and "ih". */
const ROUND = 0.475;
const SPREAD = 0.5;
/** Reduction of spreading in an open mouth: viseme "E" is spread by 0.32. */
const SPREAD_OPEN = 0.18;
/** Ranges of jaw opening over which "ou" becomes "oh", and "ih" becomes "ee": the values of these visemes. */
const OU_JAW = [0.12, 0.42] as const;
const IH_JAW = [0.16, 0.42] as const;
/** mouthPress of touching lips: viseme "PP". */
const PRESSED = 0.5;
/**
 * Ranges of ARKit shapes from their maximum in speech and at rest to an expression at full strength
 * (timeline/idle-motion/expression-looks.ts).
 */
const FEELINGS = {
  cheekSquint: [0.25, 0.7],
  mouthFrown: [0.1, 0.7],
  browDown: [0.3, 0.9],
  browOuterUp: [0.25, 0.65],
} as const;
/**
 * Presets of feelings are designed to be shown alone, with their own mouth. Maximum share of a preset, and
 * the share of it that remains while lips touch.
 */
const MAX_FEELING = 0.6;
const FEELING_OF_TOUCHING = 0.5;
/** Below this value, jawOpen and mouthClose do not determine each other. */
const MIN_JAW = 0.05;

/**
 * Computes VRM presets from the 52 ARKit values, in the order of ARKIT_SHAPES. A mouth is divided into
 * rounded, spread and plain shares, each by the opening of the jaw. The visemes aa, ih, ou, E and oh give
 * only the preset of that name; other mouths give a mix whose sum is at most 1. Touching lips are closed: VRM
 * has no preset for them, so all five are 0.
 */
export function vrmPresetWeights(weights: Float32Array): VrmPresetWeights {
  const at = (shape: ArkitShape): number => share(weights[shapeIndex[shape]]!);
  const both = (shape: 'mouthStretch' | 'mouthPress' | keyof typeof FEELINGS): number =>
    (at(`${shape}Left`) + at(`${shape}Right`)) / 2;
  const jawOpen = at('jawOpen');
  const touching = share(at('mouthClose') / Math.max(jawOpen, MIN_JAW));
  const sealed = Math.max(touching, share(both('mouthPress') / PRESSED));
  const parted = 1 - sealed;
  const jaw = Math.max(0, jawOpen - at('mouthClose'));
  const round = share((at('mouthFunnel') + at('mouthPucker')) / 2 / ROUND);
  const wide = between(jaw, IH_JAW);
  const spread = (1 - round) * share(both('mouthStretch') / (SPREAD - SPREAD_OPEN * wide));
  const forward = between(jaw, OU_JAW);
  const feeling = MAX_FEELING * (1 - touching * (1 - FEELING_OF_TOUCHING));
  const felt = (shape: keyof typeof FEELINGS): number => between(both(shape), FEELINGS[shape]);
  const angry = felt('browDown');
  return {
    aa: parted * (1 - round - spread) * share(jaw / OPEN_JAW),
    ih: parted * spread * (1 - wide),
    ou: parted * round * (1 - forward),
    ee: parted * spread * wide,
    oh: parted * round * forward,
    blinkLeft: at('eyeBlinkLeft'),
    blinkRight: at('eyeBlinkRight'),
    lookUp: (at('eyeLookUpLeft') + at('eyeLookUpRight')) / 2,
    lookDown: (at('eyeLookDownLeft') + at('eyeLookDownRight')) / 2,
    lookLeft: (at('eyeLookOutLeft') + at('eyeLookInRight')) / 2,
    lookRight: (at('eyeLookInLeft') + at('eyeLookOutRight')) / 2,
    happy: feeling * felt('cheekSquint'),
    sad: feeling * felt('mouthFrown') * (1 - angry),
    angry: feeling * angry,
    surprised: feeling * felt('browOuterUp'),
  };
}

function between(value: number, [from, to]: readonly [number, number]): number {
  return share((value - from) / (to - from));
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}
