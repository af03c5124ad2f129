import { createMemoryClient } from '@anima/client';
import { keptToken } from '../shell/token.js';

/** Agent id of the studio. */
export const AGENT = 'studio';

/** The service that served this page. */
export const memory = createMemoryClient({
  url: location.origin,
  token: keptToken,
  agentId: AGENT,
});
