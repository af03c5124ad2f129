import { createMemoryClient } from '@anima/client';
import { keptToken } from '../shell/access.js';

/** As whom the studio writes. */
export const AGENT = 'studio';

/** The service that served this page. */
export const memory = createMemoryClient({
  url: location.origin,
  token: keptToken,
  agentId: AGENT,
});
