import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import Type from 'typebox';
import type { MemoryComponents } from '../status/components.js';
import { probeComponents } from '../status/components.js';

/** Only without these components the service cannot store or find memories. */
const NEEDED = ['database', 'vector_index', 'model_runtime'] as const;
/** Components are probed at most once in this time. */
const FRESH_MS = 1_000;

/** Readiness for load balancers, which have no token. `status` reports the reason if it is not ready. */
export function readyRoute(app: ServiceApp, components: MemoryComponents): void {
  let last: { at: number; down: Promise<string[]> } | null = null;
  const probed = async () =>
    Object.entries(await probeComponents(components))
      .filter(([, { status }]) => status === 'down')
      .map(([name]) => name);
  app.get(
    '/ready',
    {
      config: { public: true },
      schema: {
        operationId: 'getReady',
        summary: 'Check whether the required components are available',
        tags: ['service'],
        response: { 200: strictObject({ status: Type.Literal('ready') }) },
      },
    },
    async () => {
      const now = performance.now();
      if (last === null || now - last.at > FRESH_MS) last = { at: now, down: probed() };
      const down = (await last.down).filter((name) => NEEDED.some((needed) => needed === name));
      if (down.length === 0) return { status: 'ready' as const };
      throw new AppError('unavailable', `Unavailable components: ${down.join(', ')}`, {
        headers: { 'retry-after': '1' },
      });
    },
  );
}
