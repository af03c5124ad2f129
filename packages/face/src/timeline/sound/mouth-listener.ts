import { createFrameDescriptions } from './frame-descriptions.js';
import { createHeardWays } from './heard-ways.js';
import { unpackLayer } from './mouth-network.js';
import { MOUTH_NETWORK } from './mouth-network-weights.js';
import {
  CLARITY_AT,
  type MouthTrack,
  PITCH_AT,
  STATES,
  STATES_AT,
  TRACK_CHANNELS,
  VOICING_AT,
} from './mouth-track.js';
import type { SoundFrame } from './sound-frames.js';

/** Hears what a mouth does. */
export interface AudioMouthTracker {
  push(samples: Float32Array): void;
  /** What was heard; nothing may be pushed behind it. */
  finish(): MouthTrack;
}

/**
 * Of mono sound in pieces, at any rate in Hz. Memory is constant but for the track: 6.4 kB a second.
 */
export function createMouthListener(sampleRate: number): AudioMouthTracker {
  const descriptions = createFrameDescriptions(sampleRate, MOUTH_NETWORK.colour);
  const ways = createHeardWays(MOUTH_NETWORK.layers.map(unpackLayer));
  let values = new Float32Array(1024 * TRACK_CHANNELS);
  let described = 0;
  let told = 0;

  const tell = (outputs: Float32Array): void => {
    const at = told * TRACK_CHANNELS;
    values.set(outputs, at);
    for (let s = at; s < at + STATES_AT; s++) values[s] = Math.min(1, Math.max(0, values[s]!));
    softmax(values.subarray(at + STATES_AT, at + STATES_AT + STATES.length));
    told++;
  };
  const hear = (description: Float32Array, { voicing, pitch }: SoundFrame, clarity: number): void => {
    const at = described * TRACK_CHANNELS;
    if (at === values.length) {
      const larger = new Float32Array(2 * values.length);
      larger.set(values);
      values = larger;
    }
    values[at + CLARITY_AT] = clarity;
    values[at + VOICING_AT] = voicing;
    values[at + PITCH_AT] = pitch;
    described++;
    ways.push(description, tell);
  };

  return {
    push: (samples) => descriptions.push(samples, hear),
    finish: () => {
      descriptions.flush(hear);
      ways.flush(tell);
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
