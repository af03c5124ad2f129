export { type EventFilter, type EventStreamOptions, registerEventStream } from '../events/event-stream.js';
export { type CallerSlots, createCallerPlaces, type PlaceLimits } from '../http/caller-slots.js';
export { openAiError } from '../http/openai-error.js';
export type { Credentials } from '../http/openapi.js';
export { PROBLEM_TYPE, problemType } from '../http/problem.js';
export { createService, type Service, type ServiceOptions } from '../http/server.js';
export type { Authenticate, Identity, ServiceApp } from '../http/service-app.js';
export { PAGE_POLICY, serveWebFiles, type WebFiles, type WebFilesOptions } from '../http/web-files.js';
export { cacheIdempotency } from '../idempotency/cached-idempotency.js';
export {
  IDEMPOTENCY_TTL_MS,
  type IdempotencyBegin,
  type IdempotencyLease,
  type IdempotencyRef,
  type IdempotencyStore,
  type StoredResponse,
} from '../idempotency/idempotency.js';
export {
  type AccessToken,
  bearerToken,
  createBearerAuth,
  parseAccessTokens,
} from '../security/access-token.js';
export { assertBindAllowed } from '../security/host-guard.js';
