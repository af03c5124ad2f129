import { finished } from 'node:stream';
import type { Logger } from 'pino';
import type { ServiceMetrics } from './metrics.js';
import type { ServiceApp } from './service-app.js';

/**
 * One line a request, when its answer has left or its caller has: never a body, a query string, a header.
 * The route is the pattern (`/memories/:memory_id`), since a path may hold a name the caller chose.
 */
export function logAccess(app: ServiceApp, log: Logger, metrics: ServiceMetrics): void {
  app.addHook('onRequest', async (request, reply) => {
    const startedAt = performance.now();
    finished(reply.raw, (error) => {
      const durationMs = performance.now() - startedAt;
      const route = request.routeOptions.url ?? 'unmatched';
      const status = reply.raw.statusCode;
      metrics.observeRequest({ method: request.method, route, status, durationMs });
      const line = {
        request_id: request.id,
        method: request.method,
        route,
        status,
        duration_ms: Math.round(durationMs * 100) / 100,
        agent: request.agentId ?? null,
        // The caller went away before the answer was complete.
        ...(error ? { aborted: true } : {}),
      };
      log[status >= 500 ? 'error' : 'info'](line, 'request');
    });
  });
}
