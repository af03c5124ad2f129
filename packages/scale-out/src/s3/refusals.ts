import { AppError } from '@anima/service/errors';

/** An error of the SDK: a response with a status, or a failed connection. */
interface S3Failure {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Value of `retry-after` in seconds. Most servers that restart are available again by then. */
const RETRY_AFTER = '5';

export const isMissing = (error: unknown) => statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';
/** The object was replaced or exists already. Status 409: another write of the object was in progress. */
export const isPreconditionFailed = (error: unknown) => [409, 412].includes(statusOf(error) ?? 0);
/** Returns whether the server does not support conditional writes. */
export const isNotImplemented = (error: unknown) => statusOf(error) === 501;

/** Describes an error in one line with the message of the server, without keys or contents. */
export function asUnavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = statusOf(error);
  const reason = status === undefined ? nameOf(error) : `${status} ${nameOf(error)}`;
  return new AppError(
    'storage_unavailable',
    `The storage of media cannot be used at the moment (${reason})`,
    {
      // Drops the connection that errors of the SDK refer to.
      cause: error instanceof Error ? new Error(error.message) : error,
      headers: { 'retry-after': RETRY_AFTER },
    },
  );
}

function statusOf(error: unknown): number | undefined {
  return (Object(error) as S3Failure).$metadata?.httpStatusCode;
}

function nameOf(error: unknown): string {
  const { name, code } = Object(error) as S3Failure & { code?: unknown };
  const errorName = typeof code === 'string' ? code : String(name);
  return /^[A-Za-z_]{1,64}$/.test(errorName) ? errorName : 'Error';
}
