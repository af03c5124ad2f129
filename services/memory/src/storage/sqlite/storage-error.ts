import { AppError } from '@anima/service/errors';

/** Primary result codes of SQLite, see https://www.sqlite.org/rescode.html. */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;

/**
 * Converts errors of a full or locked disk into AppErrors, which a caller can handle; returns other errors
 * unchanged.
 */
export function storageError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string };
  switch (code === 'ENOSPC' ? SQLITE_FULL : (errcode ?? 0) & 0xff) {
    case SQLITE_BUSY:
      return new AppError('unavailable', 'Another program writes to the database; try again shortly', {
        cause: error,
        headers: { 'retry-after': '1' },
      });
    case SQLITE_FULL:
      return new AppError('storage_full', 'The disk is full: nothing was written', { cause: error });
    case SQLITE_IOERR:
    case SQLITE_READONLY:
      return new AppError('unavailable', 'The database cannot be written: nothing was stored', {
        cause: error,
      });
    default:
      return error;
  }
}
