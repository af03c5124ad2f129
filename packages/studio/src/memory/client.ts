import { createMemoryClient } from '@anima/client';
import { keptToken } from '../shell/access.js';

/** The service that served this page. */
export const memory = createMemoryClient({
  url: location.origin,
  token: keptToken,
  agentId: 'studio',
});
