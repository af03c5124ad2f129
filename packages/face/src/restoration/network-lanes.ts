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
  const waiting: ((network: RestorationNetwork) => void)[] = [];

  const withNetwork = async (
    work: (network: RestorationNetwork) => Promise<Float32Array>,
  ): Promise<Float32Array> => {
    const network = free.pop() ?? (await new Promise<RestorationNetwork>((resolve) => waiting.push(resolve)));
    try {
      return await work(network);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(network);
      else next(network);
    }
  };

  return {
    sizes: { inputSize, outputSize },
    takesParts: first.restorePart !== null,
    restore: (face, fidelity) => withNetwork((network) => network.restore(face, fidelity)),
    restorePart: (part, size) => withNetwork((network) => network.restorePart!(part, size)),
  };
}
