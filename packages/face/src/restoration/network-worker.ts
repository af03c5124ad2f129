import { serve } from '@anima/calls';
import { NeuralModelError } from '../neural/onnx-network.js';
import { openRestorationNetwork, type RestorationNetwork } from '../neural/restoration-network.js';
import { MODEL_ERROR, type NetworkCalls, type NetworkOrder } from './network-thread.js';
import { openUpscaleNetwork } from './upscale-network.js';

/**
 * Entry point of a thread that runs a network: the runtime computes in the calling thread and would block
 * other work there.
 */
let network: RestorationNetwork | null = null;

serve<NetworkCalls>(
  {
    async open(order) {
      network = await open(order);
      const { inputSize, outputSize, restorePart } = network;
      return { inputSize, outputSize, takesParts: restorePart !== null };
    },
    async face({ face, fidelity }, { transfer }) {
      const made = await network!.restore(face, fidelity);
      transfer(made.buffer as ArrayBuffer);
      return made;
    },
    async part({ part, size }, { transfer }) {
      const made = await network!.restorePart!(part, size);
      transfer(made.buffer as ArrayBuffer);
      return made;
    },
  },
  {
    refusal: (error) =>
      error instanceof NeuralModelError ? { code: MODEL_ERROR, message: error.message } : null,
    close: () => network?.close(),
  },
);

function open(order: NetworkOrder): Promise<RestorationNetwork> {
  return order.model === 'general'
    ? openUpscaleNetwork(order.modelDir, order.quality, order.threads)
    : openRestorationNetwork(order.path, order.model, order.threads);
}
