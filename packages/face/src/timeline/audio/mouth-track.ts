import { MOUTH_SHAPES, type MouthShape, mouthIndex, visemeMouths } from '../mouth/mouth-shapes.js';
import { phrasesOf } from '../mouth/phones.js';
import { mouthCurves, utterancesOf } from '../mouth/utterance.js';
import type { SpokenTimeline } from '../spoken-timeline.js';
import { FRAME_RATE } from './sound-frames.js';

/** Shapes that the network detects. Pressed and rolled lips follow from their touching. */
export const AUDIO_SHAPES = [
  'jawOpen',
  'mouthUpperUp',
  'mouthLowerDown',
  'mouthStretch',
  'mouthSmile',
  'mouthDimple',
  'mouthFunnel',
  'mouthPucker',
  'tongueOut',
] as const satisfies MouthShape[];

/**
 * States of the mouth, of which exactly one applies: resting, lips touching, lip touching teeth, or none of
 * these.
 */
export const STATES = ['rest', 'lips', 'teeth', 'other'] as const;

/**
 * Outputs of the network for each frame: a weight for each of HEARD_SHAPES, then a score for each of STATES.
 */
export const NETWORK_OUTPUTS = AUDIO_SHAPES.length + STATES.length;

/** Movements of a mouth over time, with FRAME_RATE frames for each second. */
export interface MouthTrack {
  readonly frames: number;
  /**
   * [frames x TRACK_CHANNELS]: the shapes, the probabilities of the states, then the level above the
   * background in decibels, the voicing and the pitch.
   */
  readonly values: Float32Array;
}

export const STATES_AT = AUDIO_SHAPES.length;
export const CLARITY_AT = NETWORK_OUTPUTS;
export const VOICING_AT = NETWORK_OUTPUTS + 1;
export const PITCH_AT = NETWORK_OUTPUTS + 2;
export const TRACK_CHANNELS = NETWORK_OUTPUTS + 3;

/** Growth of a hold from which its state counts as reached. */
const TOUCHING = 0.6;

/**
 * Returns the training targets for speech with known phonemes: NETWORK_OUTPUTS numbers for each frame, with
 * states as 0 or 1. benchmarks/src/lipsync/fit-mouth-network.ts trains the network with them. The jaw counts
 * by the distance of the lips.
 */
export function mouthTargets(timeline: SpokenTimeline, frames: number): Float32Array {
  const utterances = utterancesOf(phrasesOf(timeline.phonemes));
  const curves = mouthCurves(utterances);
  const mouth = new Float32Array(MOUTH_SHAPES.length);
  const targets = new Float32Array(frames * NETWORK_OUTPUTS);
  for (let frame = 0; frame < frames; frame++) {
    const seconds = frame / FRAME_RATE;
    const at = frame * NETWORK_OUTPUTS;
    const open = curves.at(seconds, mouth);
    mouth[mouthIndex.jawOpen]! -= mouth[mouthIndex.mouthClose]!;
    for (const [i, shape] of AUDIO_SHAPES.entries()) targets[at + i] = mouth[mouthIndex[shape]]!;
    const touching = mouth[mouthIndex.mouthPress]! / visemeMouths.PP[mouthIndex.mouthPress]!;
    const onTeeth = mouth[mouthIndex.mouthShrugLower]! / visemeMouths.FF[mouthIndex.mouthShrugLower]!;
    const state = open < 0.5 ? 'rest' : touching > TOUCHING ? 'lips' : onTeeth > TOUCHING ? 'teeth' : 'other';
    targets[at + AUDIO_SHAPES.length + STATES.indexOf(state)] = 1;
  }
  return targets;
}
