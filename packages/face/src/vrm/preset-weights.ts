import { type ArkitShape, shapeIndex } from '../arkit-shapes.js';

/**
 * Presets of VRM 1.0 that speech, life and expressions move; VRM 0.x calls them a, i, u, e, o, blink_l, blink_r, lookup, joy, sorrow and so
 * on. Its "relaxed" is none of our expressions.
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
/** 0 to 1 each; those of the five mouths sum to 1 at most. */
export type VrmPresetWeights = Readonly<Record<VrmPreset, number>>;

/** The jaw of a mouth that is open in full: jawOpen of viseme "aa" (timeline/mouth/viseme-shapes.ts). */
const OPEN_JAW = 0.6;
/** Rounding, and spreading, of the mouths that have most of it: visemes "oh" and "ih". */
const ROUND = 0.475;
const SPREAD = 0.5;
/** What spreading a mouth that opens as well lacks of it: viseme "E" is spread by .32. */
const SPREAD_OPEN = 0.18;
/** Jaws between which "ou" becomes "oh", and "ih" becomes "ee": those of these visemes. */
const OU_JAW = [0.12, 0.42] as const;
const IH_JAW = [0.16, 0.42] as const;
/** mouthPress of lips that touch: viseme "PP". */
const PRESSED = 0.5;
/**
 * What of ARKit's shapes an expression has at full strength, beyond what speech and a face at rest have of them
 * (timeline/life/expression-looks.ts).
 */
const FEELINGS = {
  cheekSquint: [0.25, 0.7],
  mouthFrown: [0.1, 0.7],
  browDown: [0.3, 0.9],
  browOuterUp: [0.25, 0.65],
} as const;
/** A preset of a feeling is drawn to be seen alone, with a mouth of its own: so much of it is shown, and of that while lips touch. */
const MAX_FEELING = 0.6;
const FEELING_OF_TOUCHING = 0.5;
/** Below it jawOpen and mouthClose say nothing of each other. */
const MIN_JAW = 0.05;

/**
 * What VRM's presets show of the 52 values of ARKit, in the order of ARKIT_SHAPES. A mouth is taken apart into rounded, spread
 * and plain, each by how far the jaw is down, so that the visemes aa, ih, ou, E and oh come out as the preset of that name alone,
 * and what lies between as a mix that is never more than one whole mouth. Lips that touch are closed: VRM has no preset for them,
 * all five go to nought.
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
