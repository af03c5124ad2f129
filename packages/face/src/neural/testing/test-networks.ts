import { type ElementType, type OnnxConstant, onnxFile } from './onnx-file.js';

/**
 * Small networks with the interfaces of the large ones, whose weights cannot be distributed, and with known
 * arithmetic, so that tests check every pixel. `paintedByTestNetwork` and `restoredByTestNetwork` compute the
 * expected results.
 */

const BANDS = 80;
const COLUMNS = 16;
const FACE = 96;
const PLANE = FACE * FACE;
/** B, G, R. */
const TINT = [0.9, 1, 0.8];
const LIP_COLOUR = [0.2, 0.1, 0.6];
const HIDDEN_SHARE = 0.25;
/** Asymmetric in bands and columns: a window that lies the wrong way round gives another sum. */
const MEL_WEIGHTS = Float32Array.from(
  { length: BANDS * COLUMNS },
  (_, i) => (((7 * Math.floor(i / COLUMNS) + 3 * (i % COLUMNS)) % 11) - 4) / 6_000,
);
/** Place of the mouth in a face: a soft ellipse. */
const MOUTH = Float32Array.from({ length: PLANE }, (_, i) => {
  const distance = Math.hypot(((i % FACE) - 47.5) / 22, (Math.floor(i / FACE) - 68) / 14);
  return distance < 1 ? Math.cos((Math.PI / 2) * distance) ** 2 : 0;
});

export interface Wav2LipTestOptions {
  /** Names of the inputs in the two common exports. */
  readonly names: 'source, target' | 'mel_spectrogram, video_frames';
  readonly batch: number | 'dynamic';
  /** Other than 96 for a network that must be refused. */
  readonly faceSize?: number;
  readonly type?: ElementType;
  /** A third input, as its relatives have it. */
  readonly weight?: boolean;
}

/** Wav2Lip's interface: painted = tint (1/4 hidden + 3/4 whole face) + lip colour x mouth x (weights . mel), held in 0 to 1. */
export function wav2LipTestNetwork({
  names,
  batch,
  faceSize = FACE,
  type = 'float32',
  weight = false,
}: Wav2LipTestOptions): Uint8Array {
  const [mel, face] = names.split(', ') as [string, string];
  const output = names === 'source, target' ? 'output' : 'predicted_frames';
  const count = batch === 'dynamic' ? 'batch_size' : batch;
  const mouth = faceSize === FACE ? MOUTH : new Float32Array(faceSize ** 2);
  return onnxFile({
    inputs: [
      { name: mel, type, shape: [count, 1, BANDS, COLUMNS] },
      { name: face, type, shape: [count, 6, faceSize, faceSize] },
      ...(weight ? [{ name: 'weight', type, shape: [1] }] : []),
    ],
    outputs: [{ name: output, type: 'float32', shape: [count, 3, faceSize, faceSize] }],
    nodes: [
      { operation: 'Cast', inputs: [mel], output: 'mel', attributes: { to: 1 } },
      { operation: 'Cast', inputs: [face], output: 'face', attributes: { to: 1 } },
      { operation: 'Slice', inputs: ['face', 'zero', 'three', 'one'], output: 'hidden' },
      { operation: 'Slice', inputs: ['face', 'three', 'six', 'one'], output: 'whole' },
      { operation: 'Mul', inputs: ['hidden', 'hidden_share'], output: 'hidden_part' },
      { operation: 'Mul', inputs: ['whole', 'whole_share'], output: 'whole_part' },
      { operation: 'Add', inputs: ['hidden_part', 'whole_part'], output: 'known' },
      { operation: 'Mul', inputs: ['known', 'tint'], output: 'tinted' },
      { operation: 'Mul', inputs: ['mel', 'mel_weights'], output: 'weighted' },
      {
        operation: 'ReduceSum',
        inputs: ['weighted', 'mel_axes'],
        output: 'voice',
        attributes: { keepdims: 1 },
      },
      { operation: 'Mul', inputs: ['voice', 'lips'], output: 'spoken' },
      { operation: 'Add', inputs: ['tinted', 'spoken'], output: 'painted' },
      { operation: 'Clip', inputs: ['painted', 'least', 'most'], output },
    ],
    constants: [
      integers('zero', 0),
      integers('one', 1),
      integers('three', 3),
      integers('six', 6),
      integers('mel_axes', 2, 3),
      floats('hidden_share', [], [HIDDEN_SHARE]),
      floats('whole_share', [], [1 - HIDDEN_SHARE]),
      floats('least', [], [0]),
      floats('most', [], [1]),
      floats('tint', [1, 3, 1, 1], TINT),
      floats('mel_weights', [1, 1, BANDS, COLUMNS], MEL_WEIGHTS),
      floats(
        'lips',
        [1, 3, faceSize, faceSize],
        LIP_COLOUR.flatMap((colour) => Array.from(mouth, (value) => colour * value)),
      ),
    ],
  });
}

/** Returns the output of this network for a mel window and a face [3 x 96 x 96] R, G, B. */
export function paintedByTestNetwork(window: Float32Array, face: Float32Array): Float32Array {
  const voice = window.reduce((sum, value, i) => sum + value * MEL_WEIGHTS[i]!, 0);
  return face.map((value, i) => {
    const channel = 2 - Math.floor(i / PLANE);
    const at = i % PLANE;
    const hidden = at < PLANE / 2 ? value : 0;
    const known = HIDDEN_SHARE * hidden + (1 - HIDDEN_SHARE) * value;
    return Math.max(0, Math.min(1, TINT[channel]! * known + LIP_COLOUR[channel]! * MOUTH[at]! * voice));
  });
}

const SIZE = 512;
/** R, G, B; large enough that values leave -1 to 1. */
const GAIN = [1.5, 1.1, 0.7];
const SHIFT = [0.1, -0.2, 0.05];
const KERNEL = [1, 2, 1, 2, 4, 2, 1, 2, 1].map((value) => value / 16);

export interface RestorationTestOptions {
  /** Absent for networks without a fidelity. */
  readonly weight?: {
    readonly name: string;
    readonly type: 'float64' | 'float32';
    readonly shape: readonly number[];
  };
  readonly size?: number;
  readonly type?: ElementType;
  /** A second output, as CodeFormer's logits, before the face. */
  readonly logits?: boolean;
}

/** GFPGAN's interface, or with `weight` CodeFormer's: restored = w face + (1 - w) (gain blurred + shift); w is 0 without weight. */
export function restorationTestNetwork({
  weight,
  size = SIZE,
  type = 'float32',
  logits = false,
}: RestorationTestOptions = {}): Uint8Array {
  const blended = weight !== undefined;
  return onnxFile({
    inputs: [{ name: 'input', type, shape: [1, 3, size, size] }, ...(blended ? [weight] : [])],
    outputs: [
      ...(logits ? [{ name: 'logits', type: 'float32' as const, shape: [1, 3, 1, 1] }] : []),
      { name: 'output', type: 'float32', shape: [1, 3, size, size] },
    ],
    nodes: [
      { operation: 'Cast', inputs: ['input'], output: 'face', attributes: { to: 1 } },
      {
        operation: 'Conv',
        inputs: ['face', 'kernel'],
        output: 'blurred',
        attributes: { group: 3, pads: [1, 1, 1, 1] },
      },
      { operation: 'Mul', inputs: ['blurred', 'gain'], output: 'stretched' },
      { operation: 'Add', inputs: ['stretched', 'shift'], output: blended ? 'clear' : 'output' },
      ...(logits ? [{ operation: 'GlobalAveragePool', inputs: ['face'], output: 'logits' }] : []),
      ...(blended
        ? [
            { operation: 'Cast', inputs: [weight.name], output: 'fidelity', attributes: { to: 1 } },
            { operation: 'Sub', inputs: ['face', 'clear'], output: 'difference' },
            { operation: 'Mul', inputs: ['difference', 'fidelity'], output: 'share' },
            { operation: 'Add', inputs: ['clear', 'share'], output: 'output' },
          ]
        : []),
    ],
    constants: [
      floats('kernel', [3, 1, 3, 3], [...KERNEL, ...KERNEL, ...KERNEL]),
      floats('gain', [1, 3, 1, 1], GAIN),
      floats('shift', [1, 3, 1, 1], SHIFT),
    ],
  });
}

/**
 * Returns the output of this network for one value of a face [3 x 512 x 512] R, G, B in 0 to 1, as 0 to 1.
 */
export function restoredByTestNetwork(face: Float32Array, index: number, weight: number): number {
  const channel = Math.floor(index / SIZE ** 2);
  const row = Math.floor(index / SIZE) % SIZE;
  const column = index % SIZE;
  let blurred = 0;
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) {
      if (row + dy < 0 || row + dy >= SIZE || column + dx < 0 || column + dx >= SIZE) continue;
      blurred += KERNEL[3 * (dy + 1) + dx + 1]! * (2 * face[index + dy * SIZE + dx]! - 1);
    }
  const clear = GAIN[channel]! * blurred + SHIFT[channel]!;
  const restored = weight * (2 * face[index]! - 1) + (1 - weight) * clear;
  return (Math.max(-1, Math.min(1, restored)) + 1) / 2;
}

function floats(name: string, shape: readonly number[], values: ArrayLike<number>): OnnxConstant {
  return { name, shape, values: Float32Array.from(values) };
}

function integers(name: string, ...values: readonly number[]): OnnxConstant {
  return { name, shape: [values.length], values: BigInt64Array.from(values, BigInt) };
}
