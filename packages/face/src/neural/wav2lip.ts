import { loadOnnx } from '@anima/inference/load-onnx';
import { MEL_BANDS } from './mel.js';
import { WINDOW_COLUMNS, WINDOW_VALUES } from './mel-windows.js';
import {
  bindNetwork,
  isFixed,
  type OpenNetwork,
  openNetwork,
  refuseOtherInputs,
  takeFloats,
  type WantedValue,
} from './onnx-network.js';

/** Side of the faces that Wav2Lip paints, in pixels. */
export const FACE_SIZE = 96;
const PLANE = FACE_SIZE * FACE_SIZE;
export const FACE_VALUES = 3 * PLANE;

/** Wav2Lip, with or without GAN, as an .onnx file. Calls must not overlap. */
export interface Wav2Lip {
  /** Faces it takes at a time at most; fewer cost more for each. */
  readonly batch: number;
  /**
   * The faces as they look when they say what the mel windows [80 x 16] hold, one for each. Faces, given and returned, are
   * [3 x 96 x 96] R, G, B in 0 to 1. Rejects with a NeuralModelError where the network does not give faces.
   */
  paint(windows: readonly Float32Array[], faces: readonly Float32Array[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Values of a batch stay near 100 MB. */
const MAX_AT_A_TIME = 8;

const MEL: WantedValue = {
  what: 'mel windows',
  types: ['float32'],
  shapes: [[null, 1, MEL_BANDS, WINDOW_COLUMNS]],
};
const FACES: WantedValue = {
  what: 'faces, their lower half hidden, and beside them whole',
  types: ['float32'],
  shapes: [[null, 6, FACE_SIZE, FACE_SIZE]],
};
const PAINTED: WantedValue = {
  what: 'painted faces',
  types: ['float32'],
  shapes: [[null, 3, FACE_SIZE, FACE_SIZE]],
};

/** Exports differ in their names: inputs are told apart by their shape. Rejects with a NeuralModelError. */
export async function openWav2Lip(path: string, threads: number): Promise<Wav2Lip> {
  return bindNetwork(await openNetwork(path, threads), bindWav2Lip);
}

function bindWav2Lip(network: OpenNetwork): Wav2Lip {
  const { session, file } = network;
  const { Tensor } = loadOnnx();
  const mel = network.input(MEL);
  const face = network.input(FACES);
  const painted = network.output(PAINTED);
  refuseOtherInputs(network, [mel.name, face.name]);
  const fixed = [mel.shape[0]!, face.shape[0]!].find(isFixed);
  const batch = fixed ?? MAX_AT_A_TIME;

  const run = async (windows: readonly Float32Array[], faces: readonly Float32Array[]) => {
    // Exports for a fixed number of faces get as many, the last ones empty.
    const count = fixed ?? faces.length;
    const melValues = new Float32Array(count * WINDOW_VALUES);
    const faceValues = new Float32Array(count * 2 * FACE_VALUES);
    for (const [i, window] of windows.entries()) melValues.set(window, i * WINDOW_VALUES);
    for (const [i, rgb] of faces.entries())
      hideLowerHalf(rgb, faceValues.subarray(i * 2 * FACE_VALUES, (i + 1) * 2 * FACE_VALUES));
    const results = await session.run({
      [mel.name]: new Tensor('float32', melValues, [count, 1, MEL_BANDS, WINDOW_COLUMNS]),
      [face.name]: new Tensor('float32', faceValues, [count, 6, FACE_SIZE, FACE_SIZE]),
    });
    const values = takeFloats(results[painted], [count, 3, FACE_SIZE, FACE_SIZE], file);
    return faces.map((_, i) => swapRedAndBlue(values.subarray(i * FACE_VALUES, (i + 1) * FACE_VALUES)));
  };

  return {
    batch,
    paint: async (windows, faces) => {
      if (windows.length !== faces.length)
        throw new RangeError(
          `Expected a mel window for each of ${faces.length} faces, received ${windows.length}`,
        );
      const all: Float32Array[] = [];
      for (let at = 0; at < faces.length; at += batch)
        all.push(...(await run(windows.slice(at, at + batch), faces.slice(at, at + batch))));
      return all;
    },
    close: () => session.release(),
  };
}

/** Six channels: B, G, R with the lower half black, and again whole (inference.py of Rudrabha/Wav2Lip, which reads BGR). */
function hideLowerHalf(rgb: Float32Array, out: Float32Array): void {
  const bgr = swapRedAndBlue(rgb);
  for (let channel = 0; channel < 3; channel++)
    out.set(bgr.subarray(channel * PLANE, channel * PLANE + PLANE / 2), channel * PLANE);
  out.set(bgr, FACE_VALUES);
}

function swapRedAndBlue(planes: Float32Array): Float32Array {
  const out = new Float32Array(FACE_VALUES);
  for (let channel = 0; channel < 3; channel++)
    out.set(planes.subarray(channel * PLANE, (channel + 1) * PLANE), (2 - channel) * PLANE);
  return out;
}
