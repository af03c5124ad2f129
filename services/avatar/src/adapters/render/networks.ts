import { installedModels, ModelsError } from '@anima/models';
import type { RestorationModelName } from '../../domain/enhance/enhance-payload.js';
import { restorationModels } from '../../domain/enhance/enhance-payload.js';

export type NetworkName = 'wav2lip' | Exclude<RestorationModelName, 'general'>;
const names: readonly NetworkName[] = ['wav2lip', ...restorationModels.filter((name) => name !== 'general')];

/** The networks that people have put beside the service. */
export interface Networks {
  /** The file of each that can be loaded now. */
  installed(): Promise<ReadonlyMap<NetworkName, string>>;
}

/** Reads what `anima models` has fetched, or what was put in the same place by hand. */
export function createNetworks(dataDir: string, onProblem: (message: string) => void): Networks {
  return {
    async installed() {
      const found = new Map<NetworkName, string>();
      try {
        for (const { engine, paths } of await installedModels(dataDir)) {
          const name = names.find((known) => known === engine);
          // The first of several exports, in the order of the table.
          if (name !== undefined && !found.has(name)) found.set(name, paths[0]!);
        }
      } catch (error) {
        if (!(error instanceof ModelsError)) throw error;
        onProblem(error.message);
      }
      return found;
    },
  };
}
