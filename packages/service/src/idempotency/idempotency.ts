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
 * Remembers the answers of writes for 24 hours, so that a client that lost an answer can ask again. Where their number or size
 * passes a bound of the store, scopes that have more than their share lose their oldest before that, and the others none.
 *
 * The promise: under one key at most one record comes to be. `begin` reserves the key together with the id
 * the new record will have; the handler creates its record under exactly that id, and the reservation is durable no
 * later than the record. If the process dies after the record is committed and before the answer of `finish` is, the
 * next `begin` answers `started` with the same `resourceId`, and the handler finds its record instead of making a second
 * one. So a handler treats "the record with my resourceId exists" as success.
 *
 * A running call holds its key by a lease, which ends `IDEMPOTENCY_LEASE_MS` after it was begun or last renewed, on the store's
 * clock: so processes that share a store agree on what is in progress, and what a dead one left is resumed when its lease has ended. A
 * store that knows its process to be the only one lets leases last as long as that, and resumes at once what an earlier one left.
 * Whoever takes a key whose lease has ended has a new lease; the old one is lost, and nothing that is done with it has an effect.
 */
export interface IdempotencyStore {
  /** Whether another process may be asked next: then an answer goes out when it is kept, and not before. */
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
  /** The call broke off and may have written: the key may be tried again, with the same body and resource id. */
  release(lease: IdempotencyLease): MaybePromise<void>;
}

export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1000;
/** How long a call whose process died is taken for running. */
export const IDEMPOTENCY_LEASE_MS = 60_000;
