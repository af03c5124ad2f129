import { restorationModels } from '../../domain/enhance/enhance-payload.js';
import type { Restorer } from '../../ports/restorer.js';
import type { HeldFiles } from '../files/held-files.js';
import type { Networks } from './networks.js';
import type { RenderPool } from './render-pool.js';

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
