import type { Authenticate, Identity, ServiceApp } from '../http/service-app.js';
import { callingAgent } from './access-token.js';

const NOBODY: Identity = { agentId: null };

/** Every request but those of public routes proves who it is; unknown paths are no exception. */
export function requireIdentity(app: ServiceApp, authenticate: Authenticate): void {
  app.decorateRequest('agentId', null);
  app.decorateRequest('identity', null as unknown as Identity);
  app.addHook('onRequest', async (request) => {
    const isPublic = request.routeOptions.config?.public === true;
    request.identity = isPublic ? NOBODY : await authenticate(request);
    request.agentId = callingAgent(request, request.identity.agentId);
  });
}
