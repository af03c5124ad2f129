export {
  createDamageWatch,
  DamagedRowError,
  type DamageWatch,
  damagedDatabase,
  storedJson,
} from '../sqlite/damage.js';
export { type DataLock, lockDataDirectory } from '../sqlite/data-lock.js';
export {
  createSqliteEventLog,
  type SqliteEventLog,
  type SqliteEventLogOptions,
} from '../sqlite/event-log.js';
export { type FileLock, takeFileLock } from '../sqlite/file-lock.js';
export {
  createSqliteIdempotencyStore,
  type SqliteIdempotencyStoreOptions,
} from '../sqlite/idempotency-store.js';
export { openSqlite } from '../sqlite/open-sqlite.js';
