import { createHash } from 'node:crypto';
import {
  IDEMPOTENCY_TTL_MS,
  type IdempotencyRef,
  type IdempotencyStore,
  type StoredResponse,
} from './idempotency.js';
import type { RemoteCache } from './remote-cache.js';

interface Answered extends StoredResponse {
  fingerprint: string;
}

/** A call that runs here, under a key that nobody had before. */
interface Call {
  fingerprint: string;
  resourceId: string;
  expiresAt: number;
}

/**
 * Answers that were given are repeated from the cache. The store behind it stays the truth of which key is free: a cache that forgets, or
 * is away, makes a repetition slower and never a second record.
 */
export function cacheIdempotency(
  store: IdempotencyStore,
  cache: RemoteCache,
  now: () => number = Date.now,
): IdempotencyStore {
  /** By the token of the lease. */
  const calls = new Map<string, Call>();
  return {
    async begin(request) {
      const answered = await read(cache, request);
      if (answered !== null) {
        const { fingerprint, ...response } = answered;
        return fingerprint === request.fingerprint ? { state: 'replay', ...response } : { state: 'mismatch' };
      }
      const { fingerprint, resourceId } = request;
      const expiresAt = now() + IDEMPOTENCY_TTL_MS;
      const begun = await store.begin(request);
      // One that was begun before expires before.
      if (begun.state === 'started' && begun.resourceId === resourceId)
        calls.set(begun.lease.token, { fingerprint, resourceId, expiresAt });
      return begun;
    },
    renew: (leases) => store.renew(leases),
    async finish(lease, response) {
      const call = calls.get(lease.token);
      calls.delete(lease.token);
      await store.finish(lease, response);
      if (call === undefined) return;
      // Whoever lost the lease meanwhile has written nothing: only what the store repeats is kept.
      const kept = await store.begin({ ...lease, ...call });
      if (kept.state === 'started') return store.release(kept.lease);
      if (kept.state !== 'replay') return;
      const { status, body, headers = {} } = kept;
      const text = JSON.stringify({
        status,
        body,
        headers,
        fingerprint: call.fingerprint,
      } satisfies Answered);
      await cache.set(nameOf(lease), text, call.expiresAt - now());
    },
    async abandon(lease) {
      calls.delete(lease.token);
      await store.abandon(lease);
    },
    release(lease) {
      calls.delete(lease.token);
      return store.release(lease);
    },
  };
}

async function read(cache: RemoteCache, ref: IdempotencyRef): Promise<Answered | null> {
  const text = await cache.get(nameOf(ref));
  return text === null ? null : JSON.parse(text.toString('utf8'));
}

function nameOf({ scope, key }: IdempotencyRef): string {
  return `answer:${createHash('sha256')
    .update(JSON.stringify([scope, key]))
    .digest('base64url')}`;
}
