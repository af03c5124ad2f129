import { createFrameDescriptions, FEATURES } from './frame-descriptions.js';
import { createNetwork, type Layer, readMouthNetwork } from './mouth-network.js';
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
import { BANDS, type SoundFrame } from './sound-frames.js';

/** Number of frames in the input and output of a step of the network. */
export const FRAMES_OF_A_STEP = 2;

/** A variant of the input of the network. */
interface InputVariant {
  /** Number of bands by which the input is shifted, as for larger and smaller throats. */
  readonly shift: number;
  /** Factor of values below average, because speakers differ in the loudness of their consonants. */
  readonly quiet: number;
}
const INPUT_VARIANTS: readonly InputVariant[] = [
  { shift: 0, quiet: 1 },
  { shift: -1, quiet: 0.7 },
  { shift: 1, quiet: 0.7 },
];
/** Steps start with odd and with even frames. */
const PHASES = 2;
const WAYS = INPUT_VARIANTS.length * PHASES;

/** NETWORK_OUTPUTS numbers, valid until the next call. */
type OnFrame = (outputs: Float32Array) => void;

/**
 * One network with several variants of the input in parallel. The output is their mean, which is more
 * accurate than each variant (docs/benchmarks.md).
 */
export interface AugmentedNetwork {
  /** Adds the FEATURES numbers of one more frame. Returns completed frames in order. */
  push(description: Float32Array, onFrame: OnFrame): void;
  /** Returns the remaining frames. No call to `push` may follow. */
  flush(onFrame: OnFrame): void;
}

export function createAugmentedNetwork(layers: readonly Layer[]): AugmentedNetwork {
  const network = createNetwork(layers, WAYS);
  const input = new Float32Array(WAYS * FRAMES_OF_A_STEP * FEATURES);
  /** The frames before the newest frame, shared by the steps of both phases. */
  const [earlier, recent] = [new Float32Array(FEATURES), new Float32Array(FEATURES)];
  const mean = new Float32Array(NETWORK_OUTPUTS);
  const pending = new Float32Array(NETWORK_OUTPUTS);
  let pushed = 0;
  let emitted = -1;

  const emit = (onFrame: OnFrame): void => {
    // A frame before the first or after the last is padding and has no output.
    if (emitted >= 0 && emitted < pushed) onFrame(mean);
    emitted++;
  };
  /** Steps of the first phase cover the next two frames, those of the second phase one frame later. */
  const process = (outputs: Float32Array, onFrame: OnFrame): void => {
    mean.set(pending);
    addHalf(outputs, 0, 0, mean);
    emit(onFrame);
    mean.fill(0);
    addHalf(outputs, 0, 1, mean);
    addHalf(outputs, 1, 0, mean);
    emit(onFrame);
    pending.fill(0);
    addHalf(outputs, 1, 1, pending);
  };
  const step = (newest: Float32Array, onFrame: OnFrame): void => {
    const frames = [earlier, recent, newest];
    for (let way = 0; way < WAYS; way++) {
      const [ear, phase] = [INPUT_VARIANTS[Math.floor(way / PHASES)]!, way % PHASES];
      for (let i = 0; i < FRAMES_OF_A_STEP; i++)
        writeVariant(ear, frames[phase + i]!, input, (way * FRAMES_OF_A_STEP + i) * FEATURES);
    }
    network.push(input, (outputs) => process(outputs, onFrame));
  };

  return {
    push: (description, onFrame) => {
      if (pushed === 0) recent.set(description);
      pushed++;
      if (pushed % FRAMES_OF_A_STEP === 0) step(description, onFrame);
      earlier.set(recent);
      recent.set(description);
    },
    flush: (onFrame) => {
      if (pushed === 0) return;
      if (pushed % FRAMES_OF_A_STEP === 0) earlier.set(recent);
      step(recent, onFrame);
      network.flush((outputs) => process(outputs, onFrame));
    },
  };
}

/** Adds the outputs of the variants of a phase for one frame of their step to the mean. */
function addHalf(outputs: Float32Array, phase: number, half: number, sums: Float32Array): void {
  for (let way = phase; way < WAYS; way += PHASES) {
    const at = (way * FRAMES_OF_A_STEP + half) * NETWORK_OUTPUTS;
    for (let i = 0; i < NETWORK_OUTPUTS; i++) sums[i]! += outputs[at + i]! / WAYS;
  }
}

function writeVariant(
  { shift, quiet }: InputVariant,
  description: Float32Array,
  to: Float32Array,
  at: number,
): void {
  to.set(description, at);
  for (let band = 0; band < BANDS; band++)
    to[at + band] = description[Math.min(BANDS - 1, Math.max(0, band + shift))]!;
  // The bands and, after them, the level.
  for (let i = at; i <= at + BANDS; i++) to[i]! *= to[i]! < 0 ? quiet : 1;
}

/** Tracks the movements of a mouth in audio. */
export interface AudioMouthTracker {
  push(samples: Float32Array): void;
  /** Returns the track. No call to `push` may follow. */
  finish(): MouthTrack;
}

/** Tracks mono audio at any rate in Hz in pieces. Memory: 6.4 kB of track for each second. */
export function createMouthListener(sampleRate: number): AudioMouthTracker {
  const { colour, layers } = readMouthNetwork();
  const descriptions = createFrameDescriptions(sampleRate, colour);
  const ways = createAugmentedNetwork(layers);
  let values = new Float32Array(1024 * TRACK_CHANNELS);
  let described = 0;
  let emitted = 0;

  const emit = (outputs: Float32Array): void => {
    const at = emitted * TRACK_CHANNELS;
    values.set(outputs, at);
    for (let s = at; s < at + STATES_AT; s++) values[s] = Math.min(1, Math.max(0, values[s]!));
    softmax(values.subarray(at + STATES_AT, at + STATES_AT + STATES.length));
    emitted++;
  };
  const process = (description: Float32Array, { voicing, pitch }: SoundFrame, clarity: number): void => {
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
    ways.push(description, emit);
  };

  return {
    push: (samples) => descriptions.push(samples, process),
    finish: () => {
      descriptions.flush(process);
      ways.flush(emit);
      return { frames: described, values: values.subarray(0, described * TRACK_CHANNELS) };
    },
  };
}

/** Converts scores to probabilities in place. */
function softmax(scores: Float32Array): void {
  const highest = Math.max(...scores);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) {
    scores[i] = Math.exp(scores[i]! - highest);
    sum += scores[i]!;
  }
  for (let i = 0; i < scores.length; i++) scores[i]! /= sum;
}
