import { fileURLToPath } from 'node:url';
import { type ServiceApp, serveWebFiles } from '@anima/service/http';
import type { Service } from './shell/which-service.js';

const folder = fileURLToPath(new URL('../web', import.meta.url));

/** The studio at `/studio`, and beside it what the page wants to know before it asks for anything. */
export function serveStudio(app: ServiceApp, service: Service): void {
  serveWebFiles(app, { url: '/studio', folder });
  app.get('/studio/service.json', { config: { public: true }, schema: { hide: true } }, async () => service);
}
