import { createMemoryClient } from '@anima/client';
import { loadToken } from '../shell/stored-token.js';

/** Agent id of the studio. */
export const AGENT = 'studio';

/** The service that served this page. */
export const memory = createMemoryClient({
  url: location.origin,
  token: loadToken,
  agentId: AGENT,
});
