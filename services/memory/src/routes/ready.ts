import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import Type from 'typebox';
import type { MemoryComponents } from '../domain/status/components.js';
import { probeComponents } from '../domain/status/components.js';

/** Without these nothing is stored or found; without the others everything is, slower or later. */
const NEEDED = ['database', 'vector_index', 'model_runtime'] as const;
/** Whoever asks: the parts are probed once in so long. */
const FRESH_MS = 1_000;

/** For balancers, which have no token: whether this process can serve now. Why it cannot is told by `status`. */
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
        summary: 'Whether the engines answer that this process needs',
        tags: ['service'],
        response: { 200: strictObject({ status: Type.Literal('ready') }) },
      },
    },
    async () => {
      const now = performance.now();
      if (last === null || now - last.at > FRESH_MS) last = { at: now, down: probed() };
      const down = (await last.down).filter((name) => NEEDED.some((needed) => needed === name));
      if (down.length === 0) return { status: 'ready' as const };
      throw new AppError('unavailable', `These do not answer: ${down.join(', ')}`, {
        headers: { 'retry-after': '1' },
      });
    },
  );
}
