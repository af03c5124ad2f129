import { randomUUID } from 'node:crypto';
import {
  IDEMPOTENCY_LEASE_MS,
  IDEMPOTENCY_TTL_MS,
  type IdempotencyBegin,
  type IdempotencyLease,
  type IdempotencyRef,
  type IdempotencyStore,
  type StoredResponse,
} from '../idempotency/idempotency.js';

interface Entry {
  fingerprint: string;
  resourceId: string;
  response: StoredResponse | null;
  expiresAt: number;
  /** Null: no call runs. */
  token: string | null;
  leasedUntil: number;
}

/** Entries that several stores share, as processes share a server. */
export type IdempotencyEntries = Map<string, Entry>;

/** For tests: a minimal store, for any number of holders of the same `entries`. */
export function createMemoryIdempotencyStore({
  now = Date.now,
  entries = new Map(),
}: {
  now?: () => number;
  entries?: IdempotencyEntries;
} = {}): IdempotencyStore {
  const nameOf = ({ scope, key }: IdempotencyRef) => JSON.stringify([scope, key]);

  function start({ scope, key }: IdempotencyRef, entry: Entry): IdempotencyBegin {
    const token = randomUUID();
    Object.assign(entry, { token, leasedUntil: now() + IDEMPOTENCY_LEASE_MS });
    return { state: 'started', resourceId: entry.resourceId, lease: { scope, key, token } };
  }

  function entryOf(lease: IdempotencyLease): Entry | undefined {
    const entry = entries.get(nameOf(lease));
    return entry?.token === lease.token ? entry : undefined;
  }

  return {
    isShared: false,

    begin(request) {
      const known = entries.get(nameOf(request));
      const isHeld = known !== undefined && known.token !== null && known.leasedUntil > now();
      if (known === undefined || (!isHeld && known.expiresAt <= now())) {
        const { fingerprint, resourceId } = request;
        const expiresAt = now() + IDEMPOTENCY_TTL_MS;
        const entry = { fingerprint, resourceId, response: null, expiresAt, token: null, leasedUntil: 0 };
        entries.set(nameOf(request), entry);
        return start(request, entry);
      }
      if (known.fingerprint !== request.fingerprint) return { state: 'mismatch' };
      if (isHeld) return { state: 'in_progress' };
      if (known.response !== null) return { state: 'replay', ...known.response };
      return start(request, known);
    },
    renew(leases) {
      for (const lease of leases) {
        const entry = entryOf(lease);
        if (entry !== undefined) entry.leasedUntil = now() + IDEMPOTENCY_LEASE_MS;
      }
    },
    async finish(lease, response) {
      const entry = entryOf(lease);
      if (entry !== undefined) Object.assign(entry, { response, token: null });
    },
    async abandon(lease) {
      if (entryOf(lease) !== undefined) entries.delete(nameOf(lease));
    },
    release(lease) {
      const entry = entryOf(lease);
      if (entry !== undefined) entry.token = null;
    },
    async redact(decide) {
      for (const entry of entries.values()) {
        if (entry.response === null) continue;
        const decision = decide({ resourceId: entry.resourceId, body: entry.response.body });
        if (decision !== 'keep') entry.response = decision === 'repeat' ? null : decision;
      }
    },
  };
}
