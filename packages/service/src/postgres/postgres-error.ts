import { AppError } from '../errors.js';

/** https://www.postgresql.org/docs/16/errcodes-appendix.html */
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const DISK_FULL = '53100';
/** A statement that took too long: the others go on. */
const QUERY_CANCELED = '57014';
const UNIQUE_VIOLATION = '23505';
/** Connection exceptions, too many connections or too little memory, an operator who intervenes, a fault of its system. */
const AWAY_CLASSES = new Set(['08', '53', '57', '58']);
/** It became a standby: it comes back as another server behind the same name. */
const READ_ONLY = '25006';
/** We were silent in a transaction for too long, and it was ended: as where the process was stopped for a while. */
const IDLE_TOO_LONG = '25P03';
/** What pg says without a code where a connection ends or does not answer. */
const AWAY_WORDS =
  /connection terminated|timeout|connection ended|not queryable|client was closed|connection error/i;

export const isSerializationFailure = (error: unknown) =>
  [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(codeOf(error) ?? '');

export const isUniqueViolation = (error: unknown) => codeOf(error) === UNIQUE_VIOLATION;

/** Nobody answered, or somebody who cannot serve: it may be otherwise in a moment. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && AWAY_WORDS.test(error.message);
  // Node's own: ECONNREFUSED, ECONNRESET, ETIMEDOUT, ENOTFOUND, EAI_AGAIN, EPIPE ...
  if (/^E[A-Z_]{3,}$/.test(code)) return true;
  return (
    [READ_ONLY, IDLE_TOO_LONG].includes(code) ||
    (![DISK_FULL, QUERY_CANCELED].includes(code) && code.length === 5 && AWAY_CLASSES.has(code.slice(0, 2)))
  );
}

/** What pg-pool says to one who waited for a connection that others had; one that could not be made is told in other words. */
export const isOfFullPool = (error: unknown) =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** Tells an engine that is away, or full, apart from a refusal: what the caller can act on becomes an AppError, the rest stays. */
export function postgresError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (codeOf(error) === DISK_FULL)
    return new AppError('storage_full', 'The disk of the database is full: nothing was written', {
      cause: error,
    });
  const mayPass = isAway(error) || isSerializationFailure(error) || codeOf(error) === QUERY_CANCELED;
  return mayPass ? unavailableError(error) : error;
}

export function unavailableError(cause?: unknown, seconds = 1): AppError {
  return new AppError('storage_unavailable', 'The database does not answer; try again shortly', {
    cause,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
