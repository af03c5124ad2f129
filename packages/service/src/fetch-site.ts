import type { FastifyRequest } from 'fastify';
import { AppError } from './errors.js';
import { isAllowedOrigin } from './host-guard.js';
import type { ServiceApp } from './service-app.js';

/**
 * Keeps pages of other sites from making a browser ask on their behalf: what has no Origin header (an image, a script, a
 * frame, a link that is followed) still says where it comes from, in `Sec-Fetch-Site` (https://w3c.github.io/webappsec-fetch-metadata/).
 * A caller that is no browser sends none and is not meant. Two things may be asked for from anywhere:
 *
 * - a page (`config: { page: true }`), by a link that a person follows: it opens for them and tells the other page nothing;
 * - media that other pages show (`config: { embeddable: true }`): where there is authentication, because the address then
 *   carries a ticket that whoever wrote the page was given.
 *
 * `same-site` counts as another site, since it says no more than "another port of this machine". Such a page is answered as
 * far as the rule of Origins trusts it (`guardHosts`, which comes first), and may show media.
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

/** A whole tab goes there: no frame, no object, and nothing that sends a form. */
function isFollowedLink({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  );
}
