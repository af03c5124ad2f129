import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { NeuralModelError } from '../neural/neural-model-error.js';
import type { RestorationNetwork } from '../neural/restoration-network.js';
import type { FromNetwork, NetworkOrder, ToNetwork } from './network-messages.js';

/** Weights and tensors lie outside of V8's heap. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 64 };
/** The compiled worker, also when this file runs from src under vitest: a worker thread loads no TypeScript. */
const ENTRY = createRequire(import.meta.url).resolve('@anima/face/network-worker');

/**
 * A network in a thread of its own, so that frames can be worked on while it computes. Rejects with a NeuralModelError where it
 * does not fit.
 */
export async function openNetworkThread(order: NetworkOrder): Promise<RestorationNetwork> {
  const worker = new Worker(ENTRY, {
    workerData: order,
    resourceLimits: SMALL_HEAP,
    execArgv: [],
    name: 'network',
  });
  let pending: { resolve(message: FromNetwork): void; reject(error: Error): void } | null = null;
  let death: Error | null = null;
  const settled = (): typeof pending => {
    const call = pending;
    pending = null;
    return call;
  };
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      death ??= new Error(`The thread of a network ended with ${code}`);
      settled()?.reject(death);
      resolve();
    });
  });
  // An error is always followed by the exit.
  worker.on('error', (error) => {
    death = error instanceof Error ? error : new Error(String(error));
  });
  worker.on('message', (message: FromNetwork) => {
    if (message.kind !== 'failed') return settled()?.resolve(message);
    const { isModelError } = message;
    settled()?.reject(isModelError ? new NeuralModelError(message.message) : new Error(message.message));
  });

  const reply = (): Promise<FromNetwork> =>
    new Promise((resolve, reject) => {
      if (death !== null) reject(death);
      else pending = { resolve, reject };
    });
  const ask = async (question: ToNetwork, transfer: ArrayBuffer[] = []): Promise<Float32Array> => {
    const answered = reply();
    worker.postMessage(question, transfer);
    const message = await answered;
    if (message.kind !== 'made') throw new Error(`Expected a face, received ${message.kind}`);
    return message.made;
  };

  let ready: FromNetwork;
  try {
    ready = await reply();
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  if (ready.kind !== 'ready') throw new Error(`Expected a network that is ready, received ${ready.kind}`);
  const { inputSize, outputSize, takesParts } = ready;
  return {
    inputSize,
    outputSize,
    restore: (face, fidelity) => ask({ kind: 'face', face, fidelity }),
    restorePart: takesParts
      ? (part, size) => ask({ kind: 'part', part, size }, [part.buffer as ArrayBuffer])
      : null,
    close: async () => {
      worker.postMessage({ kind: 'close' } satisfies ToNetwork);
      await ended;
    },
  };
}
