import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import type { ServiceApp } from '../http/service-app.js';
import { isAllowedOrigin } from './host-guard.js';

/**
 * Rejects requests that a browser sends for pages of other sites. A request without an Origin header (an image, a
 * script, a frame, a followed link) still names its source in `Sec-Fetch-Site`
 * (https://w3c.github.io/webappsec-fetch-metadata/). Other callers send no such header and are not affected. Two kinds
 * of routes accept requests from any site:
 *
 * - pages (`config: { page: true }`), by a link that a user follows: the other page learns nothing;
 * - media that other pages show (`config: { embeddable: true }`), if there is authentication: then the address has a
 *   ticket that was given to the author of the page.
 *
 * `same-site` counts as another site, since it only means "another port of this machine". Such a page may call as far as
 * the Origin rule allows (`guardHosts`, which runs first), and may show media.
 */
export function rejectCrossSiteRequests(
  app: ServiceApp,
  { hasAuth, allowedOrigins }: { hasAuth: boolean; allowedOrigins?: readonly string[] | undefined },
): void {
  app.addHook('onRequest', async (request) => {
    const site = request.headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none') return;
    if (allowedOrigins !== undefined && isAllowedOrigin(request, { allowedOrigins })) return;
    const { page = false, embeddable = false } = request.routeOptions.config ?? {};
    if (page && isFollowedLink(request)) return;
    const isNeighbour = site === 'same-site';
    if (embeddable && (hasAuth || isNeighbour)) return;
    if (isNeighbour && request.headers.origin !== undefined) return;
    throw new AppError('origin_not_allowed', 'Expected a request that no page of another site has caused');
  });
}

/** Whether the request opens a tab: no frame, no object, and no form. */
function isFollowedLink({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  );
}
