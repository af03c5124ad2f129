import { createMemoryClient } from '@anima/client';
import { keptToken } from '../shell/kept-token.js';

/** As whom the studio writes. */
export const AGENT = 'studio';

/** The service that served this page. */
export const memory = createMemoryClient({
  url: location.origin,
  token: keptToken,
  agentId: AGENT,
});
