import { loadOnnx } from '@anima/inference/load-onnx';
import type { Tensor } from 'onnxruntime-node';
import {
  bindNetwork,
  type OpenNetwork,
  openNetwork,
  refuseOtherInputs,
  takeFloats,
  type WantedValue,
} from './onnx-network.js';

/**
 * A network that makes a face clearer. This is all that alignment, blending and pasting need to know. Calls
 * must not overlap.
 */
export interface RestorationNetwork {
  /** Sides of the aligned input face and of the output face, in pixels. */
  readonly inputSize: number;
  readonly outputSize: number;
  /**
   * [3 x side x side] R, G, B in 0 to 1, input and output; `face` is not changed. `fidelity` is 0 (clear) to
   * 1 (like the input); only CodeFormer uses it. Rejects with a NeuralModelError if the network does not
   * return a face.
   */
  restore(face: Float32Array, fidelity: number): Promise<Float32Array>;
  /**
   * Restores a part of a face, [3 x size x size], which may be overwritten or detached. The output is larger
   * by the same factor. Null if a network accepts only whole faces.
   */
  readonly restorePart: ((part: Float32Array, size: number) => Promise<Float32Array>) | null;
  close(): Promise<void>;
}

/** Networks that users can provide, by their names in settings and requests. */
export type RestorationModel = 'gfpgan' | 'restoreformer' | 'gpen' | 'codeformer';

const SIZE = 512;
const FACE_SHAPE = [1, 3, SIZE, SIZE];
const FACE: WantedValue = {
  what: 'a face',
  types: ['float32'],
  shapes: [[null, 3, SIZE, SIZE]],
};
/** float64 in most exports. */
const FIDELITY: WantedValue = {
  what: 'the fidelity',
  types: ['float64', 'float32'],
  shapes: [[], [1]],
};

/**
 * Opens GFPGAN 1.4, RestoreFormer++, GPEN-512 or CodeFormer as an .onnx file: a face aligned to the FFHQ
 * template at 512 px, values -1 to 1. Rejects with a NeuralModelError.
 */
export async function openRestorationNetwork(
  path: string,
  model: RestorationModel,
  threads: number,
): Promise<RestorationNetwork> {
  return bindNetwork(await openNetwork(path, threads), (network) => bindRestoration(network, model));
}

function bindRestoration(network: OpenNetwork, model: RestorationModel): RestorationNetwork {
  const { session, file } = network;
  const face = network.input(FACE).name;
  const fidelity = model === 'codeformer' ? network.input(FIDELITY) : null;
  const restored = network.output(FACE);
  refuseOtherInputs(network, fidelity === null ? [face] : [face, fidelity.name]);
  const values = new Float32Array(3 * SIZE * SIZE);
  const { Tensor: NetworkTensor } = loadOnnx();
  const faceFeed = { [face]: new NetworkTensor('float32', values, FACE_SHAPE) };
  return {
    inputSize: SIZE,
    outputSize: SIZE,
    restore: async (rgb, share) => {
      if (rgb.length !== values.length)
        throw new RangeError(
          `Expected ${values.length} values of a face of ${SIZE} pixels, received ${rgb.length}`,
        );
      for (let i = 0; i < values.length; i++) values[i] = 2 * rgb[i]! - 1;
      const feeds =
        fidelity === null ? faceFeed : { ...faceFeed, [fidelity.name]: scalarLike(fidelity, share) };
      const out = takeFloats((await session.run(feeds))[restored], FACE_SHAPE, file);
      for (let i = 0; i < out.length; i++) {
        const value = 0.5 + 0.5 * out[i]!;
        out[i] = value < 0 ? 0 : value > 1 ? 1 : value;
      }
      return out;
    },
    restorePart: null,
    close: () => session.release(),
  };
}

function scalarLike(
  { type, shape }: { readonly type: Tensor.Type; readonly shape: readonly unknown[] },
  value: number,
): Tensor {
  const dims = shape.map(() => 1);
  const { Tensor: NetworkTensor } = loadOnnx();
  return type === 'float64'
    ? new NetworkTensor('float64', Float64Array.of(value), dims)
    : new NetworkTensor('float32', Float32Array.of(value), dims);
}
