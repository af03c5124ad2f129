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
        const sum = biases[o]! + product(weights, o * inputs, from, inputs);
        to[o] = l === layers.length - 1 ? sum : Math.tanh(sum);
      }
      from = to;
    }
    return from;
  };
}

/** Four sums, because each addition waits for the one before it in its sum. */
function product(weights: Float32Array, row: number, from: Float32Array, length: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 3 < length; i += 4) {
    a += weights[row + i]! * from[i]!;
    b += weights[row + i + 1]! * from[i + 1]!;
    c += weights[row + i + 2]! * from[i + 2]!;
    d += weights[row + i + 3]! * from[i + 3]!;
  }
  for (; i < length; i++) a += weights[row + i]! * from[i]!;
  return a + b + (c + d);
}
