import type { MaybePromise } from '../maybe-promise.js';

/** A write a client may repeat: who called what, and the key the client chose. */
export interface IdempotencyRef {
  scope: string;
  key: string;
}

/** The key as a running call holds it. */
export interface IdempotencyLease extends IdempotencyRef {
  /** Another one each time the key is taken. */
  token: string;
}

export interface StoredResponse {
  status: number;
  /** The serialised body, answered again byte for byte. */
  body: string;
  /** The few headers that are part of the answer (`content-type`, `location`). */
  headers?: Record<string, string>;
}

export type IdempotencyBegin =
  | { state: 'started'; resourceId: string; lease: IdempotencyLease }
  | ({ state: 'replay' } & StoredResponse)
  | { state: 'mismatch' }
  | { state: 'in_progress' };

/**
 * Stores the responses of writes for 24 hours, so that a client that lost a response can repeat the call. If
 * the store exceeds its limits, the scopes with more than their share lose their oldest responses first.
 *
 * Under one key at most one record is created. `begin` reserves the key together with the id of the new
 * record; the handler creates the record with exactly this id, and the reservation is durable no later than
 * the record. If the process dies between the commit of the record and `finish`, the next `begin` returns
 * `started` with the same `resourceId`, and the handler finds its record instead of creating a second one. So
 * a handler treats "the record with my resourceId exists" as success.
 *
 * A running call holds its key by a lease, which ends `IDEMPOTENCY_LEASE_MS` after its start or last renewal,
 * by the clock of the store. So processes that share a store agree on the running calls, and the call of a
 * dead process is resumed when its lease has ended. A store whose process is the only one keeps leases for
 * its lifetime, and resumes older calls immediately. A call that takes a key after the end of its lease gets
 * a new lease; calls with the old lease have no effect.
 */
export interface IdempotencyStore {
  /** Whether another process may receive a repeated call: then storing precedes sending. */
  readonly isShared: boolean;
  /** `resourceId` is a fresh id; the answer carries the one first reserved. A `started` must be ended by one of the others. */
  begin(
    request: IdempotencyRef & { fingerprint: string; resourceId: string },
  ): MaybePromise<IdempotencyBegin>;
  /** The calls that hold these still run: ask it for all of them every `IDEMPOTENCY_LEASE_MS / 3`. */
  renew(leases: readonly IdempotencyLease[]): MaybePromise<void>;
  /** The answer to repeat from now on; resolves when it outlives this process. */
  finish(lease: IdempotencyLease, response: StoredResponse): Promise<void>;
  /** The call was refused and has written nothing: the key is free from now on, for any body; resolves as `finish`. */
  abandon(lease: IdempotencyLease): Promise<void>;
  /**
   * Changes stored responses with erased contents. For `repeat`, the response is removed and its key stays reserved: a repeated
   * call runs again with the same resource id. A response that `decide` returns replaces the stored one.
   */
  redact(
    decide: (stored: { resourceId: string; body: string }) => 'keep' | 'repeat' | StoredResponse,
  ): Promise<void>;
  /** The call broke off and may have written: the key may be tried again, with the same body and resource id. */
  release(lease: IdempotencyLease): MaybePromise<void>;
}

export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1000;
/** How long a call whose process died is taken for running. */
export const IDEMPOTENCY_LEASE_MS = 60_000;
