import { join } from 'node:path';
import { openCpuSession } from '@anima/inference/cpu-session';
import { loadOnnx } from '@anima/inference/load-onnx';
import type { InferenceSession } from 'onnxruntime-node';

/** A network with one square RGB patch as input. */
export interface PatchNetwork {
  /** Side of the patch in pixels. */
  readonly size: number;
  /**
   * [3 x size x size], filled before `run`. It belongs to the network, so calls must not overlap. The outputs
   * are copies, in the order of the specification of the model.
   */
  readonly input: Float32Array;
  run(): Promise<readonly Float32Array[]>;
}

/**
 * The loaded models of models/face-landmarks, one set for each thread. Calls share buffers and must not
 * overlap.
 */
export interface FaceModels {
  readonly detection: PatchNetwork;
  readonly mesh: PatchNetwork;
  readonly personMask: PatchNetwork;
  close(): Promise<void>;
}

interface NetworkShape {
  readonly file: string;
  readonly size: number;
  readonly outputs: readonly { readonly name: string; readonly values: number }[];
}

/** See models/face-landmarks/MODEL.md. */
const DETECTION: NetworkShape = {
  file: 'face-detection.onnx',
  size: 128,
  outputs: [
    { name: 'regressors', values: 896 * 16 },
    { name: 'classificators', values: 896 },
  ],
};
const MESH: NetworkShape = {
  file: 'face-mesh.onnx',
  size: 192,
  outputs: [
    { name: 'conv2d_21', values: 468 * 3 },
    { name: 'conv2d_31', values: 1 },
  ],
};
const PERSON_MASK: NetworkShape = {
  file: 'person-mask.onnx',
  size: 256,
  outputs: [{ name: 'activation_10', values: 256 * 256 }],
};

/** `modelDir` is models/face-landmarks, verified by `openModel` of @anima/inference. */
export async function openFaceModels(modelDir: string): Promise<FaceModels> {
  const sessions: InferenceSession[] = [];
  const open = async (shape: NetworkShape): Promise<PatchNetwork> => {
    const session = await openCpuSession(join(modelDir, shape.file));
    sessions.push(session);
    return patchNetwork(session, shape);
  };
  const close = async (): Promise<void> => {
    for (const session of sessions) await session.release();
  };
  try {
    return {
      detection: await open(DETECTION),
      mesh: await open(MESH),
      personMask: await open(PERSON_MASK),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function patchNetwork(session: InferenceSession, { file, size, outputs }: NetworkShape): PatchNetwork {
  checkShape(session, file, size, outputs);
  const { Tensor } = loadOnnx();
  const input = new Float32Array(3 * size * size);
  const feeds = { [session.inputNames[0]!]: new Tensor('float32', input, [1, 3, size, size]) };
  return {
    size,
    input,
    run: async () => {
      const results = await session.run(feeds);
      return outputs.map(({ name }) => {
        const result = results[name]!;
        const values = (result.data as Float32Array).slice();
        result.dispose();
        return values;
      });
    },
  };
}

function checkShape(
  { inputMetadata, outputMetadata }: InferenceSession,
  file: string,
  size: number,
  outputs: NetworkShape['outputs'],
): void {
  const refuse = (expected: string): never => {
    throw new Error(`Expected ${expected} from ${file}: it is not the model of models/face-landmarks`);
  };
  const shapeOf = (metadata: InferenceSession.ValueMetadata | undefined): readonly (number | string)[] =>
    metadata?.isTensor && metadata.type === 'float32' ? metadata.shape : [];
  if (inputMetadata.length !== 1 || shapeOf(inputMetadata[0]).join() !== `1,3,${size},${size}`)
    refuse(`one input of float32 [1, 3, ${size}, ${size}]`);
  for (const { name, values } of outputs) {
    const shape = shapeOf(outputMetadata.find((output) => output.name === name));
    if (shape.reduce<number>((product, side) => product * Number(side), 1) !== values || shape.length === 0)
      refuse(`an output ${name} of ${values} float32 values`);
  }
}
