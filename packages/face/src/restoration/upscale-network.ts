import { join } from 'node:path';
import { openCpuSession } from '@anima/inference/cpu-session';
import { loadOnnx } from '@anima/inference/load-onnx';
import type { RestorationNetwork } from '../neural/restoration-network.js';

/**
 * `fast`: int8 weights, 128 pixels. `normal`: 128 pixels. `high`: 256 pixels, four times the work, for large
 * faces.
 */
export type UpscaleQuality = 'fast' | 'normal' | 'high';

const FILES: Record<UpscaleQuality, { readonly file: string; readonly size: number }> = {
  fast: { file: 'model-int8.onnx', size: 128 },
  normal: { file: 'model.onnx', size: 128 },
  high: { file: 'model.onnx', size: 256 },
};
const GROWTH = 4;

/**
 * Opens the included network, which cleans a face but cannot invent detail. `modelDir` is
 * models/upscale-general, verified by `openModel` of @anima/inference. It ignores the fidelity.
 */
export async function openUpscaleNetwork(
  modelDir: string,
  quality: UpscaleQuality,
  threads: number,
): Promise<RestorationNetwork> {
  const { file, size } = FILES[quality];
  const session = await openCpuSession(join(modelDir, file), { intraOpNumThreads: threads });
  const { Tensor } = loadOnnx();
  const restorePart = async (part: Float32Array, side: number): Promise<Float32Array> => {
    const { output } = await session.run({ input: new Tensor('float32', part, [1, 3, side, side]) });
    const values = (output!.data as Float32Array).slice();
    output!.dispose();
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      values[i] = value < 0 ? 0 : value > 1 ? 1 : value;
    }
    return values;
  };
  return {
    inputSize: size,
    outputSize: GROWTH * size,
    restore: (face) => restorePart(face, size),
    restorePart,
    close: () => session.release(),
  };
}
