/**
 * A small network of convolutions over time (van den Oord et al., "WaveNet", 2016, without the causality): a layer sees what the one
 * before told of this step and of one before and one after it, `reach` steps away. y = rectified(W [before, now, after] + b), rectified(x) =
 * max(x, .1 x), to which `now` is added where the widths are the same; the last layer sees `now` alone and is not rectified. Sums and
 * products only, in a fixed order: the same bits on every processor.
 */
export interface Layer {
  /** Steps to its neighbours; 0 sees no neighbours. */
  readonly reach: number;
  readonly inputs: number;
  readonly outputs: number;
  /** [outputs x taps x inputs], three taps or, without reach, one. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** Of a layer as it is kept: each row in steps of its own size, from -127 to 127. */
export interface PackedLayer {
  readonly reach: number;
  readonly inputs: number;
  readonly outputs: number;
  readonly steps: readonly number[];
  readonly biases: readonly number[];
  /** Base64 of signed bytes. */
  readonly weights: string;
}

const LEAK = 0.1;

export function packLayer({ reach, inputs, outputs, weights, biases }: Layer): PackedLayer {
  const length = rowLength({ reach, inputs });
  const steps = Array.from({ length: outputs }, (_, o) => {
    const row = weights.subarray(o * length, (o + 1) * length);
    return Number(
      (row.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127).toPrecision(6),
    );
  });
  const bytes = Int8Array.from(weights, (weight, i) => Math.round(weight / steps[Math.floor(i / length)]!));
  return {
    reach,
    inputs,
    outputs,
    steps,
    biases: Array.from(biases, (bias) => Number(bias.toPrecision(6))),
    weights: Buffer.from(bytes.buffer).toString('base64'),
  };
}

export function unpackLayer({ reach, inputs, outputs, steps, biases, weights }: PackedLayer): Layer {
  const bytes = Int8Array.from(Buffer.from(weights, 'base64'));
  const length = rowLength({ reach, inputs });
  return {
    reach,
    inputs,
    outputs,
    biases: Float32Array.from(biases),
    weights: Float32Array.from(bytes, (byte, i) => byte * steps[Math.floor(i / length)]!),
  };
}

function rowLength({ reach, inputs }: { readonly reach: number; readonly inputs: number }): number {
  return reach === 0 ? inputs : 3 * inputs;
}

/** Valid until the next. */
type OnOutput = (output: Float32Array) => void;

export interface Network {
  /** One step more; hands out what is complete by it. */
  push(input: Float32Array, onOutput: OnOutput): void;
  /** The rest. Before the first and behind the last step counts as what they were. */
  flush(onOutput: OnOutput): void;
}

/** As many outputs as steps come in, in order, each as many steps later as the layers reach together. Constant memory. */
export function createNetwork(layers: readonly Layer[]): Network {
  const delay = layers.reduce((sum, { reach }) => sum + reach, 0);
  const last = new Float32Array(layers[0]!.inputs);
  let begun = false;
  let told: OnOutput = () => {};
  const push = layers.reduceRight<OnOutput>(
    (next, layer) => createLayer(layer, next),
    (output) => told(output),
  );
  return {
    push: (input, onOutput) => {
      told = onOutput;
      last.set(input);
      if (!begun) for (let i = 0; i < delay; i++) push(last);
      begun = true;
      push(last);
    },
    flush: (onOutput) => {
      told = onOutput;
      if (begun) for (let i = 0; i < delay; i++) push(last);
    },
  };
}

/** Takes in steps and hands on its own of `reach` steps ago, once it knows what came before and after that. */
function createLayer({ reach, inputs, outputs, weights, biases }: Layer, next: OnOutput): OnOutput {
  const held = Array.from({ length: 2 * reach + 1 }, () => new Float32Array(inputs));
  const seen = new Float32Array(rowLength({ reach, inputs }));
  const output = new Float32Array(outputs);
  let steps = 0;
  return (input) => {
    held[steps % held.length]!.set(input);
    steps++;
    if (steps < held.length) return;
    const now = held[(steps + reach) % held.length]!;
    if (reach > 0) {
      seen.set(held[steps % held.length]!);
      seen.set(now, inputs);
      seen.set(input, 2 * inputs);
    } else seen.set(input);
    multiply(weights, seen, biases, output);
    if (reach > 0) {
      for (let o = 0; o < outputs; o++) output[o] = Math.max(output[o]!, LEAK * output[o]!);
      if (inputs === outputs) for (let o = 0; o < outputs; o++) output[o]! += now[o]!;
    }
    next(output);
  };
}

/** to = W from + b, two rows at a time, because each addition waits for the one before it in its sum. */
function multiply(weights: Float32Array, from: Float32Array, biases: Float32Array, to: Float32Array): void {
  const length = from.length;
  for (let o = 0; o < to.length; o += 2) {
    let [a, b, c, d] = [0, 0, 0, 0];
    const first = o * length;
    const second = first + length;
    for (let i = 0; i < length; i += 2) {
      const [x, y] = [from[i]!, from[i + 1]!];
      a += weights[first + i]! * x;
      b += weights[first + i + 1]! * y;
      c += weights[second + i]! * x;
      d += weights[second + i + 1]! * y;
    }
    to[o] = biases[o]! + (a + b);
    to[o + 1] = biases[o + 1]! + (c + d);
  }
}
