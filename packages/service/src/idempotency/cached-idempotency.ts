import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { type RemoteCache, readJson } from '../storage/remote-cache.js';
import {
  IDEMPOTENCY_LEASE_MS,
  IDEMPOTENCY_TTL_MS,
  type IdempotencyRef,
  type IdempotencyStore,
} from './idempotency.js';

/** A stored response with the fingerprint of its request; headers as HTTP takes them. */
const Answered = Type.Object({
  status: Type.Integer({ minimum: 200, maximum: 599 }),
  body: Type.String(),
  headers: Type.Record(
    Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' }),
    Type.String({ pattern: '^[\\x20-\\x7e]{0,4096}$' }),
    { additionalProperties: false },
  ),
  fingerprint: Type.String(),
});
type Answered = Static<typeof Answered>;

const SURELY_HELD_MS = IDEMPOTENCY_LEASE_MS / 2;

/** A call that runs in this process under a new key. */
interface Call {
  fingerprint: string;
  expiresAt: number;
  /** No other call can have its lease before this time: half of the duration of a lease. */
  heldUntil: number;
}

/**
 * Repeats stored responses from the cache. The store stays authoritative for the state of keys: without the
 * cache a repeated call is slower, and never creates a second record.
 */
export function cacheIdempotency(
  store: IdempotencyStore,
  cache: RemoteCache,
  now: () => number = Date.now,
): IdempotencyStore {
  /** Keys are the tokens of leases. */
  const calls = new Map<string, Call>();
  return {
    isShared: store.isShared,

    async begin(request) {
      const answered = await read(cache, request);
      if (answered !== null) {
        const { fingerprint, ...response } = answered;
        return fingerprint === request.fingerprint ? { state: 'replay', ...response } : { state: 'mismatch' };
      }
      const { fingerprint, resourceId } = request;
      const [expiresAt, heldUntil] = [now() + IDEMPOTENCY_TTL_MS, now() + SURELY_HELD_MS];
      const result = await store.begin(request);
      // A call that started earlier also expires earlier.
      if (result.state === 'started' && result.resourceId === resourceId)
        calls.set(result.lease.token, { fingerprint, expiresAt, heldUntil });
      return result;
    },
    async renew(leases) {
      const heldUntil = now() + SURELY_HELD_MS;
      await store.renew(leases);
      // The lease may have ended before its renewal, and belong to another call.
      for (const { token } of leases) {
        const call = calls.get(token);
        if (call !== undefined && call.heldUntil > now()) calls.set(token, { ...call, heldUntil });
      }
    },
    async finish(lease, response) {
      const call = calls.get(lease.token);
      calls.delete(lease.token);
      await store.finish(lease, response);
      // If another call may have the lease, only the store knows which response it keeps.
      if (call === undefined || call.heldUntil <= now()) return;
      const { status, body, headers = {} } = response;
      const answered: Answered = { status, body, headers, fingerprint: call.fingerprint };
      await cache.set(nameOf(lease), JSON.stringify(answered), call.expiresAt - now());
    },
    async abandon(lease) {
      calls.delete(lease.token);
      await store.abandon(lease);
    },
    release(lease) {
      calls.delete(lease.token);
      return store.release(lease);
    },
    async redact(decide) {
      await store.redact(decide);
      await cache.clear();
    },
  };
}

async function read(cache: RemoteCache, ref: IdempotencyRef): Promise<Answered | null> {
  return readJson(await cache.get(nameOf(ref)), Answered);
}

function nameOf({ scope, key }: IdempotencyRef): string {
  return `answer:${createHash('sha256')
    .update(JSON.stringify([scope, key]))
    .digest('base64url')}`;
}
