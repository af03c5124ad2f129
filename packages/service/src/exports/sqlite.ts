export {
  createDamageWatch,
  DamagedRowError,
  type DamageWatch,
  damagedDatabase,
  storedJson,
} from '../storage/sqlite/damage.js';
export { type DataLock, lockDataDirectory } from '../storage/sqlite/data-lock.js';
export {
  createSqliteEventLog,
  type SqliteEventLog,
  type SqliteEventLogOptions,
} from '../storage/sqlite/event-log.js';
export { type FileLock, takeFileLock } from '../storage/sqlite/file-lock.js';
export {
  createSqliteIdempotencyStore,
  type SqliteIdempotencyStoreOptions,
} from '../storage/sqlite/idempotency-store.js';
export { openSqlite } from '../storage/sqlite/open-sqlite.js';
