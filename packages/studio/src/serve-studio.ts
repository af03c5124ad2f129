import { fileURLToPath } from 'node:url';
import { type ServiceApp, serveWebFiles } from '@anima/service/http';
import type { Service } from './shell/which-service.js';

const folder = fileURLToPath(new URL('../web', import.meta.url));

/**
 * Serves the studio at `/studio`, and the description of the service for its pages. `/` redirects browsers to the studio, and
 * lists the addresses of the service for programs.
 */
export function serveStudio(app: ServiceApp, service: Service): void {
  const schema = { hide: true, response: { 200: { type: 'object', additionalProperties: true } } };
  app.get('/', { config: { public: true, page: true }, schema }, async (request, reply) => {
    reply.header('vary', 'accept');
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/studio');
    return {
      name: `anima-${service.name}`,
      ...{ studio: '/studio', documentation: '/docs', openapi: '/openapi.json', health: '/health' },
    };
  });
  serveWebFiles(app, { url: '/studio', folder });
  app.get('/studio/service.json', { config: { public: true }, schema }, async () => service);
}
