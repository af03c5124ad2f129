/** https://www.sqlite.org/rescode.html */
const SQLITE_FULL = 13;
/** The memory that processes share over a database lies on the same disk, and could not grow. */
const SQLITE_IOERR_SHMSIZE = 4_874;
const FILE_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', 'storage_full']);

/** Whether an operation failed because the disk is full: a later retry may succeed. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return FILE_CODES.has(code) || errcode === SQLITE_FULL || errcode === SQLITE_IOERR_SHMSIZE;
}
