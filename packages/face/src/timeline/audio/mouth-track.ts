import { MOUTH_SHAPES, type MouthShape, mouthIndex, visemeMouths } from '../mouth/mouth-shapes.js';
import { phrasesOf } from '../mouth/phones.js';
import { mouthCurves, utterancesOf } from '../mouth/utterance.js';
import type { SpokenTimeline } from '../spoken-timeline.js';
import { FRAME_RATE } from './sound-frames.js';

/** The shapes that can be heard; how far the lips are pressed or rolled in follows from their touching. */
export const HEARD_SHAPES = [
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

/** What the mouth may be doing besides: nothing, touching lip with lip, lip with teeth, or neither. One of them is. */
export const STATES = ['rest', 'lips', 'teeth', 'other'] as const;

/** What the network tells of a frame: a weight for each of HEARD_SHAPES, then a score for each of STATES. */
export const NETWORK_OUTPUTS = HEARD_SHAPES.length + STATES.length;

/** What was heard over time, FRAME_RATE times a second. */
export interface MouthTrack {
  readonly frames: number;
  /** [frames x TRACK_CHANNELS]: the shapes, the probabilities of the states, then how many decibels the sound is over what is behind the
   * speaker, its voicing and its pitch. */
  readonly values: Float32Array;
}

export const STATES_AT = HEARD_SHAPES.length;
export const CLARITY_AT = NETWORK_OUTPUTS;
export const VOICING_AT = NETWORK_OUTPUTS + 1;
export const PITCH_AT = NETWORK_OUTPUTS + 2;
export const TRACK_CHANNELS = NETWORK_OUTPUTS + 3;

/** Over that much of a hold the state counts as reached. */
const TOUCHING = 0.6;

/**
 * What a network should tell of speech whose phonemes are known: NETWORK_OUTPUTS numbers a frame, the states as 0 or 1. The network is
 * fitted to it (benchmarks/src/lipsync/fit-mouth-network.ts). The jaw counts as far as the lips are apart.
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
    for (const [i, shape] of HEARD_SHAPES.entries()) targets[at + i] = mouth[mouthIndex[shape]]!;
    const touching = mouth[mouthIndex.mouthPress]! / visemeMouths.PP[mouthIndex.mouthPress]!;
    const onTeeth = mouth[mouthIndex.mouthShrugLower]! / visemeMouths.FF[mouthIndex.mouthShrugLower]!;
    const state = open < 0.5 ? 'rest' : touching > TOUCHING ? 'lips' : onTeeth > TOUCHING ? 'teeth' : 'other';
    targets[at + HEARD_SHAPES.length + STATES.indexOf(state)] = 1;
  }
  return targets;
}
