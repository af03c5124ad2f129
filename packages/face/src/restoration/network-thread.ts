import { createRequire } from 'node:module';
import { RemoteCallError, startThread } from '@anima/calls';
import { NeuralModelError } from '../neural/neural-model-error.js';
import type { RestorationNetwork } from '../neural/restoration-network.js';
import { MODEL_ERROR, type NetworkCalls, type NetworkOrder } from './network-messages.js';

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
