import { describe, expect, it } from 'vitest';
import { createNetwork, type Layer, packLayer, unpackLayer } from './mouth-network.js';

let state = 1;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return (2 * state) / 2_147_483_647 - 1;
}
const numbers = (length: number) => Float32Array.from({ length }, random);

function layer(reach: number, inputs: number, outputs: number): Layer {
  const weights = numbers((reach === 0 ? 1 : 3) * inputs * outputs).map((weight) => 0.4 * weight);
  return { reach, inputs, outputs, weights, biases: numbers(outputs) };
}
const LAYERS = [layer(1, 6, 4), layer(1, 4, 4), layer(3, 4, 4), layer(0, 4, 2)];
const REACH = 5;

/** Layer by layer over a whole sound, whose ends are held on to. */
function plainly(steps: readonly Float32Array[]): Float32Array[] {
  const ends = [steps[0]!, steps.at(-1)!].map((step) => Array.from({ length: REACH }, () => step));
  let from = [...ends[0]!, ...steps, ...ends[1]!];
  for (const { reach, inputs, outputs, weights, biases } of LAYERS) {
    const seen = from.slice(reach, from.length - reach).map((now, t) => ({
      now,
      all: reach === 0 ? [...now] : [...from[t]!, ...now, ...from[t + 2 * reach]!],
    }));
    from = seen.map(({ now, all }) =>
      Float32Array.from({ length: outputs }, (_, o) => {
        const sum = all.reduce((total, x, i) => total + weights[o * all.length + i]! * x, biases[o]!);
        if (reach === 0) return sum;
        return Math.max(sum, 0.1 * sum) + (inputs === outputs ? now[o]! : 0);
      }),
    );
  }
  return from;
}

function networkOutputs(steps: readonly Float32Array[], layers: readonly Layer[] = LAYERS): Float32Array[] {
  const network = createNetwork(layers);
  const outputs: Float32Array[] = [];
  for (const step of steps) network.push(step, (output) => outputs.push(output.slice()));
  network.flush((output) => outputs.push(output.slice()));
  return outputs;
}

describe('the network that tracks mouths', () => {
  it.each([1, 2, 5, 11, 40])('makes of %i steps what it would make of the whole', (count) => {
    const steps = Array.from({ length: count }, () => numbers(6));
    const [given, wanted] = [networkOutputs(steps), plainly(steps)];
    expect(given.length).toBe(count);
    for (const [t, output] of given.entries())
      for (const [o, value] of output.entries()) expect(value).toBeCloseTo(wanted[t]![o]!, 4);
  });

  it('gives the same results for several variants at once as for each alone', () => {
    const sounds = Array.from({ length: 3 }, () => Array.from({ length: 9 }, () => numbers(6)));
    const network = createNetwork(LAYERS, sounds.length);
    const outputs: Float32Array[] = [];
    const keep = (output: Float32Array): void => void outputs.push(output.slice());
    for (let step = 0; step < 9; step++)
      network.push(Float32Array.from(sounds.flatMap((steps) => [...steps[step]!])), keep);
    network.flush(keep);
    for (const [way, steps] of sounds.entries())
      expect(outputs.map((output) => output.slice(2 * way, 2 * way + 2))).toEqual(networkOutputs(steps));
  });

  it('reports a step as soon as its later neighbours are known', () => {
    const network = createNetwork(LAYERS);
    const outputSteps: number[] = [];
    for (let step = 0; step < 12; step++) network.push(numbers(6), () => outputSteps.push(step));
    expect(outputSteps).toEqual([5, 6, 7, 8, 9, 10, 11]);
  });

  it('reports no steps without input', () => {
    expect(networkOutputs([])).toEqual([]);
  });

  it('is kept in bytes, a step off at most', () => {
    for (const original of LAYERS) {
      const packed = packLayer(original);
      const length = original.weights.length / original.outputs;
      for (const [i, weight] of unpackLayer(packed).weights.entries())
        expect(Math.abs(weight - original.weights[i]!)).toBeLessThan(
          0.51 * packed.steps[Math.floor(i / length)]!,
        );
    }
  });
});
