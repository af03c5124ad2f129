import { createRequire } from 'node:module';
import { CallFailed, startThread } from '@anima/calls';
import { NeuralModelError } from '../neural/onnx-network.js';
import type { RestorationModel, RestorationNetwork } from '../neural/restoration-network.js';
import type { UpscaleQuality } from './upscale-network.js';

/** What a thread is to load, and on how many threads of the runtime it computes. */
export type NetworkOrder =
  /** The network that ships; `modelDir` is models/upscale-general as `openModel` of @anima/inference has verified it. */
  | {
      readonly model: 'general';
      readonly modelDir: string;
      readonly quality: UpscaleQuality;
      readonly threads: number;
    }
  | { readonly model: RestorationModel; readonly path: string; readonly threads: number };

/** What the thread can be asked, one thing at a time. What is made is transferred. */
export interface NetworkCalls {
  /** First of all; refused where the network does not fit. */
  open: { ask: NetworkOrder; answer: { inputSize: number; outputSize: number; takesParts: boolean } };
  face: { ask: { face: Float32Array; fidelity: number }; answer: Float32Array };
  part: { ask: { part: Float32Array; size: number }; answer: Float32Array };
}

/** Of a refusal that is a NeuralModelError. */
export const MODEL_ERROR = 'model_error';

/** Weights and tensors lie outside of V8's heap. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 64 };
/** The compiled worker, also when this file runs from src under vitest: a worker thread loads no TypeScript. */
const ENTRY = createRequire(import.meta.url).resolve('@anima/face/network-worker');

/**
 * A network in a thread of its own, so that frames can be worked on while it computes. Rejects with a NeuralModelError where it
 * does not fit.
 */
export async function openNetworkThread(order: NetworkOrder): Promise<RestorationNetwork> {
  // An inference that is under way is let to its end, or the model would be freed beneath it.
  const thread = startThread<NetworkCalls>({
    file: ENTRY,
    name: 'the thread of a network',
    limits: SMALL_HEAP,
    closeMs: null,
  });
  const ask: typeof thread.ask = (name, question, options) =>
    thread.ask(name, question, options).catch((error: unknown) => {
      throw error instanceof CallFailed && error.code === MODEL_ERROR
        ? new NeuralModelError(error.message)
        : error;
    });

  try {
    const { inputSize, outputSize, takesParts } = await ask('open', order);
    return {
      inputSize,
      outputSize,
      restore: (face, fidelity) => ask('face', { face, fidelity }),
      restorePart: takesParts
        ? (part, size) => ask('part', { part, size }, { transfer: [part.buffer as ArrayBuffer] })
        : null,
      close: () => thread.close(),
    };
  } catch (error) {
    await thread.close();
    throw error;
  }
}
