import { AppError } from '@anima/service/errors';
import { isoTime } from '@anima/service/schema';
import type { Memory } from './memory.js';

/** The validity of a memory: the time in which its statement is true, in ms since the epoch. */

type Dated = Pick<Memory, 'createdAt'> & Partial<Pick<Memory, 'occurredAt' | 'validFrom'>>;

/** Returns the time from which a memory is true. */
export function validFromOf({ validFrom, occurredAt, createdAt }: Dated): number {
  return validFrom ?? occurredAt ?? createdAt;
}

/** Throws `validation_failed` if the validity of a memory ends before it starts. */
export function requireValidity(memory: Dated & Partial<Pick<Memory, 'validUntil'>>): void {
  const { validUntil = null } = memory;
  const from = validFromOf(memory);
  if (validUntil === null || validUntil > from) return;
  const message = `Expected a time after ${isoTime(from)} (valid_from) for valid_until, received ${isoTime(validUntil)}`;
  throw new AppError('validation_failed', message, { errors: [{ path: 'valid_until', message }] });
}

/**
 * Returns the end of the validity of a superseded memory: the start of the superseding memory, or an earlier end that
 * the caller specified. A memory that starts later than the superseding memory was never true.
 */
export function supersededEnd(older: Memory, newer: Dated): number {
  const end = Math.max(validFromOf(newer), validFromOf(older));
  return older.validUntil === null ? end : Math.min(older.validUntil, end);
}

/** Archived memories that were true once: superseded and expired ones, but not forgotten ones. */
export function wasReplaced({ archivedAt, expiresAt, supersededBy }: Memory): boolean {
  return supersededBy !== null || (archivedAt !== null && archivedAt === expiresAt);
}

/** Returns the end of the validity by present knowledge; Infinity without an end. */
export function trueUntil({ validUntil, expiresAt, archivedAt }: Memory): number {
  return Math.min(
    validUntil ?? archivedAt ?? Number.POSITIVE_INFINITY,
    expiresAt ?? Number.POSITIVE_INFINITY,
  );
}

/**
 * Returns the time until which the store held a memory as true; Infinity without an end. A superseded memory was held
 * as true until it was superseded, even if its validity ended earlier.
 */
export function heldUntil(memory: Memory): number {
  const { archivedAt, supersededBy } = memory;
  const end = trueUntil(memory);
  if (archivedAt === null) return end;
  return supersededBy === null ? Math.min(end, archivedAt) : Math.max(end, archivedAt);
}
