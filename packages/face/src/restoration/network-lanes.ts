import pLimit from 'p-limit';
import type { RestorationNetwork } from '../neural/restoration-network.js';

/** Gives each face to a network that is free. */
export interface NetworkLanes {
  readonly sizes: { readonly inputSize: number; readonly outputSize: number };
  /** Whether parts of faces can be restored. */
  readonly takesParts: boolean;
  /** `face` is not needed any more. */
  restore(face: Float32Array, fidelity: number): Promise<Float32Array>;
  /** Of a part of a face, [3 x size x size]. */
  restorePart(part: Float32Array, size: number): Promise<Float32Array>;
}

export function createNetworkLanes(networks: readonly RestorationNetwork[]): NetworkLanes {
  const [first] = networks;
  if (first === undefined) throw new RangeError('Expected at least one network, received none');
  const { inputSize, outputSize } = first;
  const free = [...networks];
  const inTurn = pLimit(networks.length);

  const withNetwork = (work: (network: RestorationNetwork) => Promise<Float32Array>): Promise<Float32Array> =>
    inTurn(async () => {
      const network = free.pop()!;
      try {
        return await work(network);
      } finally {
        free.push(network);
      }
    });

  return {
    sizes: { inputSize, outputSize },
    takesParts: first.restorePart !== null,
    restore: (face, fidelity) => withNetwork((network) => network.restore(face, fidelity)),
    restorePart: (part, size) => withNetwork((network) => network.restorePart!(part, size)),
  };
}
