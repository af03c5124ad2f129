import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { NeuralModelError } from '../neural/neural-model-error.js';
import { openRestorationNetwork, type RestorationNetwork } from '../neural/restoration-network.js';
import type { FromNetwork, NetworkOrder, ToNetwork } from './network-messages.js';
import { openUpscaleNetwork } from './upscale-network.js';

/** Entry of a thread that runs a network: the runtime computes in the thread that asks it, and would hold up everything else there. */
if (!parentPort) throw new Error('Expected to run as a worker thread');
await serve(parentPort, workerData as NetworkOrder);

async function serve(port: MessagePort, order: NetworkOrder): Promise<void> {
  const post = (message: FromNetwork, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const fail = (error: unknown): void =>
    post({
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      isModelError: error instanceof NeuralModelError,
    });

  const answer = async (
    network: RestorationNetwork,
    message: Exclude<ToNetwork, { kind: 'close' }>,
  ): Promise<void> => {
    try {
      const made =
        message.kind === 'face'
          ? await network.restore(message.face, message.fidelity)
          : await network.restorePart!(message.part, message.size);
      post({ kind: 'made', made }, [made.buffer as ArrayBuffer]);
    } catch (error) {
      fail(error);
    }
  };

  let network: RestorationNetwork;
  try {
    network = await open(order);
  } catch (error) {
    fail(error);
    return;
  }
  // One after the other: closing waits for the inference under way, or the model would be freed beneath it.
  let last = Promise.resolve();
  port.on('message', (message: ToNetwork) => {
    last = last.then(async () => {
      if (message.kind !== 'close') return answer(network, message);
      await network.close();
      port.close();
    });
  });
  const { inputSize, outputSize, restorePart } = network;
  post({ kind: 'ready', inputSize, outputSize, takesParts: restorePart !== null });
}

function open(order: NetworkOrder): Promise<RestorationNetwork> {
  return order.model === 'general'
    ? openUpscaleNetwork(order.modelDir, order.quality, order.threads)
    : openRestorationNetwork(order.path, order.model, order.threads);
}
