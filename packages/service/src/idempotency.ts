/** A write a client may repeat: who called what, and the key the client chose. */
export interface IdempotencyRef {
  scope: string;
  key: string;
}

export interface StoredResponse {
  status: number;
  /** The serialised body, answered again byte for byte. */
  body: string;
  /** The few headers that are part of the answer (`content-type`, `location`). */
  headers?: Record<string, string>;
}

export type IdempotencyBegin =
  | { state: 'started'; resourceId: string }
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
 * `in_progress` is known only within this process: a reservation left by a dead one is resumed.
 */
export interface IdempotencyStore {
  /** `resourceId` is a fresh id; the answer carries the one first reserved. A `started` must be ended by one of the others. */
  begin(request: IdempotencyRef & { fingerprint: string; resourceId: string }): IdempotencyBegin;
  /** The answer to repeat from now on; resolves when it outlives this process. */
  finish(ref: IdempotencyRef, response: StoredResponse): Promise<void>;
  /** The call was refused and has written nothing: the key is free from now on, for any body; resolves as `finish`. */
  abandon(ref: IdempotencyRef): Promise<void>;
  /** The call broke off and may have written: the key may be tried again, with the same body and resource id. */
  release(ref: IdempotencyRef): void;
}

export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1000;
