import { AppError } from '../errors.js';
import type { RouteTable } from './route-table.js';
import type { ServiceApp } from './service-app.js';

/**
 * Responds with 404, with 405 and Allow, or to OPTIONS, before the body is read. Registered after
 * authentication: callers without credentials learn of no path.
 */
export function answerUnmatched(app: ServiceApp, table: RouteTable): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    // The last is that of OPTIONS where pages of other origins may ask.
    const isUnrouted = request.is404 || url === '*';
    if (!isUnrouted && url?.includes(':') !== true) return;
    const path = pathOf(request.raw.url ?? '/');
    if (!isUnrouted && !table.isLiteral(path)) return;
    const methods = table.methodsFor(path);
    if (methods.length === 0) throw new AppError('not_found', 'There is nothing at this path');
    const allow = methods.join(', ');
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send();
    throw new AppError(
      'method_not_allowed',
      `Expected ${methods.join(' or ')} for this path, received ${request.method}`,
      {
        headers: { allow },
      },
    );
  });
  app.setNotFoundHandler(() => {
    throw new AppError('not_found', 'There is nothing at this path');
  });
}

function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
