import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import Type from 'typebox';

type Probed = { probe: () => Promise<void> };

/** Registers `/ready`, which checks the database and the media storage. `/health` checks nothing. */
export function readyRoute(app: ServiceApp, ...probed: readonly Probed[]): void {
  app.get(
    '/ready',
    {
      config: { public: true },
      schema: {
        operationId: 'getReady',
        summary: 'Check that the storage of the process is reachable',
        tags: ['service'],
        response: { 200: strictObject({ status: Type.Literal('ready') }) },
      },
    },
    async () => {
      await Promise.all(probed.map(({ probe }) => probe()));
      return { status: 'ready' as const };
    },
  );
}
