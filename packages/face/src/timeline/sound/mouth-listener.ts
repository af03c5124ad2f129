import { createFrameDescriptions } from './frame-descriptions.js';
import { FEATURES } from './hearing.js';
import { createNetwork, unpackLayer } from './mouth-network.js';
import { MOUTH_NETWORK } from './mouth-network-weights.js';
import {
  CLARITY_AT,
  type MouthTrack,
  NETWORK_OUTPUTS,
  PITCH_AT,
  STATES,
  STATES_AT,
  TRACK_CHANNELS,
  VOICING_AT,
} from './mouth-track.js';
import type { SoundFrame } from './sound-frames.js';

/** Hears what a mouth does. */
export interface MouthListener {
  push(samples: Float32Array): void;
  /** What was heard; nothing may be pushed behind it. */
  finish(): MouthTrack;
}

/** Frames that a step of the network takes in and tells of. */
export const FRAMES_OF_A_STEP = 2;

/**
 * Of mono sound in pieces, at any rate in Hz. Memory is constant but for the track: 6.4 kB a second.
 */
export function createMouthListener(sampleRate: number): MouthListener {
  const descriptions = createFrameDescriptions(sampleRate, MOUTH_NETWORK.colour);
  const network = createNetwork(MOUTH_NETWORK.layers.map(unpackLayer));
  const step = new Float32Array(FRAMES_OF_A_STEP * FEATURES);
  let values = new Float32Array(1024 * TRACK_CHANNELS);
  let described = 0;
  let told = 0;

  const tell = (outputs: Float32Array): void => {
    for (let i = 0; i < FRAMES_OF_A_STEP; i++, told++) {
      const at = told * TRACK_CHANNELS;
      values.set(outputs.subarray(i * NETWORK_OUTPUTS, (i + 1) * NETWORK_OUTPUTS), at);
      for (let s = at; s < at + STATES_AT; s++) values[s] = Math.min(1, Math.max(0, values[s]!));
      softmax(values.subarray(at + STATES_AT, at + STATES_AT + STATES.length));
    }
  };
  const hear = (description: Float32Array, { voicing, pitch }: SoundFrame, clarity: number): void => {
    const at = described * TRACK_CHANNELS;
    // Even, as the steps are: the last step may tell of a frame behind the end.
    if (at === values.length) {
      const larger = new Float32Array(2 * values.length);
      larger.set(values);
      values = larger;
    }
    values[at + CLARITY_AT] = clarity;
    values[at + VOICING_AT] = voicing;
    values[at + PITCH_AT] = pitch;
    const place = described % FRAMES_OF_A_STEP;
    // An odd end: its last frame counts twice.
    for (let i = place; i < FRAMES_OF_A_STEP; i++) step.set(description, i * FEATURES);
    described++;
    if (place === FRAMES_OF_A_STEP - 1) network.push(step, tell);
  };

  return {
    push: (samples) => descriptions.push(samples, hear),
    finish: () => {
      descriptions.flush(hear);
      if (described % FRAMES_OF_A_STEP > 0) network.push(step, tell);
      network.flush(tell);
      return { frames: described, values: values.subarray(0, described * TRACK_CHANNELS) };
    },
  };
}

/** Scores to probabilities, in place. */
function softmax(scores: Float32Array): void {
  const highest = Math.max(...scores);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) {
    scores[i] = Math.exp(scores[i]! - highest);
    sum += scores[i]!;
  }
  for (let i = 0; i < scores.length; i++) scores[i]! /= sum;
}
