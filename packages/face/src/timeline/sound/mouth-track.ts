import type { MouthShape } from '../mouth/mouth-shapes.js';

/** The shapes that can be heard; how far the lips are pressed or rolled in follows from their touching. */
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

/** What the mouth may be doing besides: nothing, touching lip with lip, lip with teeth, or neither. One of them is. */
export const STATES = ['rest', 'lips', 'teeth', 'other'] as const;

/** What the network tells of a frame: a weight for each of HEARD_SHAPES, then a score for each of STATES. */
export const NETWORK_OUTPUTS = AUDIO_SHAPES.length + STATES.length;

/** What was heard over time, FRAME_RATE times a second. */
export interface MouthTrack {
  readonly frames: number;
  /** [frames x TRACK_CHANNELS]: the shapes, the probabilities of the states, then how many decibels the sound is over what is behind the
   * speaker, its voicing and its pitch. */
  readonly values: Float32Array;
}

export const STATES_AT = AUDIO_SHAPES.length;
export const CLARITY_AT = NETWORK_OUTPUTS;
export const VOICING_AT = NETWORK_OUTPUTS + 1;
export const PITCH_AT = NETWORK_OUTPUTS + 2;
export const TRACK_CHANNELS = NETWORK_OUTPUTS + 3;
