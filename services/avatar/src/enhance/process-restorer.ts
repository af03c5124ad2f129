import type { Networks } from '../clips/render/networks.js';
import type { RenderPool } from '../clips/render/render-pool.js';
import type { HeldFiles } from '../media/held-files.js';
import { restorationModels } from './enhance-payload.js';
import type { Restorer } from './restorer.js';

export interface RestorerParts {
  pool: RenderPool;
  files: HeldFiles;
  networks: Networks;
}

export function createRestorer({ pool, files, networks }: RestorerParts): Restorer {
  return {
    async models() {
      const installed = await networks.installed();
      return restorationModels.filter((name) => name === 'general' || installed.has(name));
    },

    async restore(order, context) {
      const { subject, options } = order;
      const paths = await networks.require(options.model === 'general' ? [] : [options.model]);
      return files.hold(
        [subject.file],
        ([{ path }]) =>
          pool.call('restore', { ...order, subject: { ...subject, path }, networks: paths }, context),
        context.signal,
      );
    },
  };
}
