import type { RestorationNetwork } from '../neural/restoration-network.js';

/** Gives each face to a network that is free. */
export interface NetworkLanes {
  readonly sizes: { readonly inputSize: number; readonly outputSize: number };
  /** `face` may be overwritten as soon as the call returns. */
  restore(face: Float32Array, fidelity: number): Promise<Float32Array>;
}

export function createNetworkLanes(networks: readonly RestorationNetwork[]): NetworkLanes {
  const [first] = networks;
  if (first === undefined) throw new RangeError('Expected at least one network, received none');
  const { inputSize, outputSize } = first;
  const free = [...networks];
  const waiting: ((network: RestorationNetwork) => void)[] = [];
  return {
    sizes: { inputSize, outputSize },
    restore: async (face, fidelity) => {
      const held = free.length > 0 ? face : face.slice();
      const network =
        free.pop() ?? (await new Promise<RestorationNetwork>((resolve) => waiting.push(resolve)));
      try {
        return await network.restore(held, fidelity);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(network);
        else next(network);
      }
    },
  };
}
