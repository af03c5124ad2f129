import type { Layer } from '@anima/face';
import type { Random } from './distortions.js';

export interface Trainer {
  readonly layers: readonly Layer[];
  /** One step over a batch. `gradientOf` writes the gradient of the loss by the outputs of one example and returns its loss. */
  step(inputs: readonly Float32Array[], gradientOf: GradientOf, rate: number): number;
}

export type GradientOf = (example: number, outputs: Float32Array, gradient: Float32Array) => number;

/** Adam (Kingma and Ba, 2015). */
const MOMENTUM = 0.9;
const SPREAD = 0.999;
const EPSILON = 1e-8;

/** Layers of these widths with tanh between them, from random weights (Glorot and Bengio, 2010). */
export function createTrainer(widths: readonly number[], random: Random): Trainer {
  const layers = widths.slice(1).map((outputs, l) => {
    const inputs = widths[l]!;
    const bound = Math.sqrt(6 / (inputs + outputs));
    const weights = Float32Array.from({ length: inputs * outputs }, () => bound * (2 * random() - 1));
    return { inputs, outputs, weights, biases: new Float32Array(outputs) };
  });
  const values = layers.map(({ outputs }) => new Float32Array(outputs));
  const errors = layers.map(({ outputs }) => new Float32Array(outputs));
  const moments = layers.flatMap(({ weights, biases }) =>
    [weights, biases].map((parameters) => ({
      parameters,
      gradient: new Float32Array(parameters.length),
      first: new Float32Array(parameters.length),
      second: new Float32Array(parameters.length),
    })),
  );
  let steps = 0;

  const forward = (input: Float32Array): void => {
    for (const [l, { inputs, outputs, weights, biases }] of layers.entries()) {
      const from = l === 0 ? input : values[l - 1]!;
      for (let o = 0; o < outputs; o++) {
        let [a, b, i] = [biases[o]!, 0, 0];
        // Two sums, because each addition waits for the one before it in its sum.
        for (let w = o * inputs; i + 1 < inputs; i += 2, w += 2) {
          a += weights[w]! * from[i]!;
          b += weights[w + 1]! * from[i + 1]!;
        }
        if (i < inputs) a += weights[(o + 1) * inputs - 1]! * from[i]!;
        const sum = a + b;
        values[l]![o] = l === layers.length - 1 ? sum : Math.tanh(sum);
      }
    }
  };
  const backward = (input: Float32Array): void => {
    for (let l = layers.length - 1; l >= 0; l--) {
      const { inputs, outputs, weights } = layers[l]!;
      const from = l === 0 ? input : values[l - 1]!;
      const below = errors[l - 1];
      below?.fill(0);
      const [weightGradient, biasGradient] = [moments[2 * l]!.gradient, moments[2 * l + 1]!.gradient];
      for (let o = 0; o < outputs; o++) {
        const error = errors[l]![o]!;
        biasGradient[o]! += error;
        for (let i = 0, w = o * inputs; i < inputs; i++, w++) weightGradient[w]! += error * from[i]!;
        if (below === undefined) continue;
        for (let i = 0, w = o * inputs; i < inputs; i++, w++) below[i]! += error * weights[w]!;
      }
      if (below === undefined) continue;
      for (let i = 0; i < inputs; i++) below[i]! *= 1 - from[i]! ** 2;
    }
  };

  return {
    layers,
    step: (inputs, gradientOf, rate) => {
      let loss = 0;
      for (const { gradient } of moments) gradient.fill(0);
      for (const [example, input] of inputs.entries()) {
        forward(input);
        loss += gradientOf(example, values.at(-1)!, errors.at(-1)!);
        backward(input);
      }
      steps++;
      const stepRate = (rate * Math.sqrt(1 - SPREAD ** steps)) / (1 - MOMENTUM ** steps);
      for (const { parameters, gradient, first, second } of moments) {
        for (let i = 0; i < parameters.length; i++) {
          const slope = gradient[i]! / inputs.length;
          first[i] = MOMENTUM * first[i]! + (1 - MOMENTUM) * slope;
          second[i] = SPREAD * second[i]! + (1 - SPREAD) * slope * slope;
          parameters[i]! -= (stepRate * first[i]!) / (Math.sqrt(second[i]!) + EPSILON);
        }
      }
      return loss / inputs.length;
    },
  };
}
