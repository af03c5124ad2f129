/** A small network of layers, y = tanh(W x + b), the last without the tanh. Row by row. */
export interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** Of a layer as it is kept: each row in steps of its own size, from -127 to 127. */
export interface PackedLayer {
  readonly inputs: number;
  readonly outputs: number;
  readonly steps: readonly number[];
  readonly biases: readonly number[];
  /** Base64 of signed bytes. */
  readonly weights: string;
}

export function packLayer({ inputs, outputs, weights, biases }: Layer): PackedLayer {
  const steps = Array.from({ length: outputs }, (_, o) => {
    const row = weights.subarray(o * inputs, (o + 1) * inputs);
    return Number(
      (row.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127).toPrecision(6),
    );
  });
  const bytes = Int8Array.from(weights, (weight, i) => Math.round(weight / steps[Math.floor(i / inputs)]!));
  return {
    inputs,
    outputs,
    steps,
    biases: Array.from(biases, (bias) => Number(bias.toPrecision(6))),
    weights: Buffer.from(bytes.buffer).toString('base64'),
  };
}

export function unpackLayer({ inputs, outputs, steps, biases, weights }: PackedLayer): Layer {
  const bytes = Int8Array.from(Buffer.from(weights, 'base64'));
  return {
    inputs,
    outputs,
    biases: Float32Array.from(biases),
    weights: Float32Array.from(bytes, (byte, i) => byte * steps[Math.floor(i / inputs)]!),
  };
}

/** The outputs for an input; valid until the next call. */
export function createNetwork(layers: readonly Layer[]): (input: Float32Array) => Float32Array {
  const values = layers.map(({ outputs }) => new Float32Array(outputs));
  return (input) => {
    let from = input;
    for (const [l, { inputs, outputs, weights, biases }] of layers.entries()) {
      const to = values[l]!;
      for (let o = 0; o < outputs; o++) {
        let sum = biases[o]!;
        const row = o * inputs;
        for (let i = 0; i < inputs; i++) sum += weights[row + i]! * from[i]!;
        to[o] = l === layers.length - 1 ? sum : Math.tanh(sum);
      }
      from = to;
    }
    return from;
  };
}
