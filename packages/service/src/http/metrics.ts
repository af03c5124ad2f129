import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { ServiceApp } from './service-app.js';

export interface HttpObservation {
  method: string;
  route: string;
  status: number;
  durationMs: number;
}

export interface ServiceMetrics {
  /** A service registers its own metrics here. */
  registry: Registry;
  observeRequest(observation: HttpObservation): void;
}

// Memory, CPU, event loop and garbage collection belong to the process, not to a service in it. prom-client
// cannot detach their observers, so they are attached once, with the first service, however many follow.
let processMetrics: Registry | undefined;

export function createMetrics(): ServiceMetrics {
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer',
    labelNames: ['method', 'route', 'status_class'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    registry,
    observeRequest: ({ method, route, status, durationMs }) => {
      duration.observe({ method, route, status_class: `${Math.floor(status / 100)}xx` }, durationMs / 1000);
    },
  };
}

export function registerMetricsRoute(app: ServiceApp, registry: Registry): void {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  const shared = processMetrics;
  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'getMetrics',
        summary: 'Metrics of the process and the service for Prometheus',
        tags: ['service'],
        response: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
    async (_request, reply) => {
      reply.type(registry.contentType);
      return Registry.merge([shared, registry]).metrics();
    },
  );
}
