export {
  type EventDraft,
  openPostgresEventLog,
  type PostgresEventLog,
  type PostgresEventLogOptions,
} from '../postgres/event-log.js';
export {
  openPostgresIdempotencyStore,
  type PostgresIdempotencyStoreOptions,
} from '../postgres/idempotency-store.js';
export { migrate, type Schema } from '../postgres/migrate.js';
export { openPostgres, type PostgresOptions } from '../postgres/open-postgres.js';
export type { Postgres, PostgresQueries, TransactionOptions } from '../postgres/postgres.js';
export {
  isAway,
  isSerializationFailure,
  isUniqueViolation,
  postgresError,
} from '../postgres/postgres-error.js';
