import { describe, expect, it } from 'vitest';
import { createAugmentedNetwork } from './audio-mouth-tracker.js';
import { FEATURES } from './frame-descriptions.js';
import type { Layer } from './mouth-network.js';
import { NETWORK_OUTPUTS } from './mouth-track.js';

/**
 * A network without neighbours that returns one input feature for each of the two frames of a step, followed
 * by 1.
 */
function copying(feature: number): Layer {
  const [inputs, outputs] = [2 * FEATURES, 2 * NETWORK_OUTPUTS];
  const weights = new Float32Array(inputs * outputs);
  for (const half of [0, 1]) weights[half * NETWORK_OUTPUTS * inputs + half * FEATURES + feature] = 1;
  const biases = Float32Array.from({ length: outputs }, (_, o) => (o % NETWORK_OUTPUTS === 1 ? 1 : 0));
  return { reach: 0, inputs, outputs, weights, biases };
}

/** The first two outputs of each frame. */
function trackedOutputs(layers: readonly Layer[], frames: readonly number[][]): number[][] {
  const ways = createAugmentedNetwork(layers);
  const mouthOutputs: number[][] = [];
  const keep = (outputs: Float32Array): void => void mouthOutputs.push([...outputs.subarray(0, 2)]);
  for (const frame of frames)
    ways.push(
      Float32Array.from({ length: FEATURES }, (_, i) => frame[i] ?? 0),
      keep,
    );
  ways.flush(keep);
  return mouthOutputs;
}

describe('audio in several variants', () => {
  it.each([0, 1, 2, 3, 8, 9])('tells of each of %i frames, in order', (count) => {
    // Values far from the edges of the bands and never below 0, so that all variants receive the same input.
    const frames = Array.from({ length: count }, (_, i) => Array.from({ length: FEATURES }, () => i));
    const mouthOutputs = trackedOutputs([copying(10)], frames);
    expect(mouthOutputs.length).toBe(count);
    for (const [i, [value, one]] of mouthOutputs.entries()) {
      expect(value).toBeCloseTo(i, 5);
      expect(one).toBeCloseTo(1, 5);
    }
  });

  it('is the mean of throats of three sizes, two of which have louder consonants', () => {
    const frame = Array.from({ length: FEATURES }, (_, i) => (i === 10 ? -1 : i === 11 ? -2 : 0));
    const [[value]] = trackedOutputs([copying(10)], [frame, frame]) as [[number, number]];
    expect(value).toBeCloseTo((-1 + 0 - 0.7 * 2) / 3, 5);
  });

  it('reports a frame only after the step that starts with it', () => {
    const ways = createAugmentedNetwork([copying(10)]);
    const after: number[] = [];
    for (let frame = 0; frame < 6; frame++) ways.push(new Float32Array(FEATURES), () => after.push(frame));
    expect(after).toEqual([1, 3, 3, 5, 5]);
  });
});
