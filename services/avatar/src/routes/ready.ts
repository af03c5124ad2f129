import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import Type from 'typebox';

/** Whether jobs can be accepted and taken up: `/health` looks at nothing, this one asks the database. */
export function readyRoute(app: ServiceApp, { probe }: { probe: () => Promise<void> }): void {
  app.get(
    '/ready',
    {
      config: { public: true },
      schema: {
        operationId: 'getReady',
        summary: 'The process can do its work: its database answers',
        tags: ['service'],
        response: { 200: strictObject({ status: Type.Literal('ready') }) },
      },
    },
    async () => {
      await probe();
      return { status: 'ready' as const };
    },
  );
}
