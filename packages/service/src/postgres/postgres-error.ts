import { AppError } from '../errors.js';

/** https://www.postgresql.org/docs/16/errcodes-appendix.html */
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const DISK_FULL = '53100';
/** A statement exceeded its time limit. The connection remains usable. */
const QUERY_CANCELED = '57014';
const UNIQUE_VIOLATION = '23505';
/** Classes: connection exception, insufficient resources, operator intervention, system error. */
const AWAY_CLASSES = new Set(['08', '53', '57', '58']);
/** The server became a standby. Another server takes over under the same name. */
const READ_ONLY = '25006';
/** The server ended a transaction that was idle for too long, for example because this process was suspended. */
const IDLE_TOO_LONG = '25P03';
/** Messages of pg without a code if a connection ends or times out. */
const AWAY_WORDS =
  /connection terminated|timeout|connection ended|not queryable|client was closed|connection error/i;

export const isSerializationFailure = (error: unknown) =>
  [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(codeOf(error) ?? '');

export const isUniqueViolation = (error: unknown) => codeOf(error) === UNIQUE_VIOLATION;

/** Returns whether the server is unreachable or temporarily unable to serve. */
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

/** Returns whether pg-pool rejected a caller that waited too long for a free connection. A failed connection has another message. */
export const isOfFullPool = (error: unknown) =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** Converts the errors of an unavailable or full server to an AppError. Returns all other errors unchanged. */
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
