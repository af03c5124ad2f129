import type { ServiceApp } from './service-app.js';

/** What every answer says to the browsers it may reach, be it a problem, a stream or a file. */
export const ANSWER_HEADERS = {
  // It is what its content type says, and nothing that could run.
  'x-content-type-options': 'nosniff',
  // No page of another origin gets it into its process, or into a frame.
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/**
 * Sets them on the raw answer before anything can refuse the request, so that an answer which is written past Fastify has
 * them too. `config: { embeddable: true }` opens the media of a route to other pages: to all where there is authentication,
 * since only a page with a ticket gets them; else to those of this machine. Registered before every other hook.
 */
export function setSecurityHeaders(app: ServiceApp, { hasAuth }: { hasAuth: boolean }): void {
  const embeddable = hasAuth ? 'cross-origin' : 'same-site';
  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of Object.entries(ANSWER_HEADERS)) reply.raw.setHeader(name, value);
    if (request.routeOptions.config?.embeddable === true)
      reply.raw.setHeader('cross-origin-resource-policy', embeddable);
  });
}
