export { type AccessToken, bearerToken, createBearerAuth, parseAccessTokens } from '../access-token.js';
export { cacheIdempotency } from '../cached-idempotency.js';
export { type CallerSlots, createCallerPlaces, type PlaceLimits } from '../caller-places.js';
export { type EventFilter, type EventStreamOptions, registerEventStream } from '../event-stream.js';
export { assertBindAllowed } from '../host-guard.js';
export {
  IDEMPOTENCY_TTL_MS,
  type IdempotencyBegin,
  type IdempotencyLease,
  type IdempotencyRef,
  type IdempotencyStore,
  type StoredResponse,
} from '../idempotency.js';
export { openAiError } from '../openai-error.js';
export type { Credentials } from '../openapi.js';
export { PROBLEM_TYPE, problemType } from '../problem.js';
export { createService, type Service, type ServiceOptions } from '../server.js';
export type { Authenticate, Identity, ServiceApp } from '../service-app.js';
export { PAGE_POLICY, serveWebFiles, type WebFiles, type WebFilesOptions } from '../web-files.js';
