import { createMemoryClient } from '@anima/client';
import { loadToken } from '../shell/kept-token.js';

/** As whom the studio writes. */
export const AGENT = 'studio';

/** The service that served this page. */
export const memory = createMemoryClient({
  url: location.origin,
  token: loadToken,
  agentId: AGENT,
});
