import { createRequire } from 'node:module';
import { RemoteCallError, startThread } from '@anima/calls';
import { NeuralModelError } from '../neural/onnx-network.js';
import type { RestorationModel, RestorationNetwork } from '../neural/restoration-network.js';
import type { UpscaleQuality } from './upscale-network.js';

/** The network of a thread, and the number of threads of its runtime. */
export type NetworkOrder =
  /**
   * The included network. `modelDir` is models/upscale-general, verified by `openModel` of @anima/inference.
   */
  | {
      readonly model: 'general';
      readonly modelDir: string;
      readonly quality: UpscaleQuality;
      readonly threads: number;
    }
  | { readonly model: RestorationModel; readonly path: string; readonly threads: number };

/** Calls to the thread, one at a time. Results are transferred. */
export interface NetworkCalls {
  /** Must be the first call. Rejected if the network does not fit. */
  open: { ask: NetworkOrder; answer: { inputSize: number; outputSize: number; takesParts: boolean } };
  face: { ask: { face: Float32Array; fidelity: number }; answer: Float32Array };
  part: { ask: { part: Float32Array; size: number }; answer: Float32Array };
}

/** Code of errors that are a NeuralModelError. */
export const MODEL_ERROR = 'model_error';

/** Weights and tensors are outside the heap of V8. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 64 };
/**
 * The compiled worker, also when this file runs from src under vitest, because a worker thread cannot load
 * TypeScript.
 */
const ENTRY = createRequire(import.meta.url).resolve('@anima/face/network-worker');

/**
 * Runs a network in a separate thread, so that frames are processed while it computes. Rejects with a
 * NeuralModelError if it does not fit.
 */
export async function openNetworkThread(order: NetworkOrder): Promise<RestorationNetwork> {
  // Waits for a running inference, because its model must not be freed before.
  const thread = startThread<NetworkCalls>({
    file: ENTRY,
    name: 'the thread of a network',
    limits: SMALL_HEAP,
    closeMs: null,
  });
  const ask: typeof thread.ask = (name, question, options) =>
    thread.ask(name, question, options).catch((error: unknown) => {
      throw error instanceof RemoteCallError && error.code === MODEL_ERROR
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
