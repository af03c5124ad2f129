export {
  IDEMPOTENCY_LEASE_MS,
  IDEMPOTENCY_TTL_MS,
  type IdempotencyBegin,
  type IdempotencyLease,
  type IdempotencyStore,
} from '../idempotency/idempotency.js';
export { fairLevel } from '../storage/fair-level.js';
