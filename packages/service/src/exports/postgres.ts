export { migrate, type Schema } from '../postgres/migrate.js';
export type {
  EventDraft,
  Postgres,
  PostgresEventLog,
  PostgresOptions,
  PostgresQueries,
  PostgresQueues,
  TransactionOptions,
} from '../postgres/postgres.js';
export {
  isAway,
  isOfFullPool,
  isSerializationFailure,
  isUniqueViolation,
  postgresError,
  unavailableError,
} from '../postgres/postgres-error.js';
export { readPostgresUrl } from '../settings/postgres-url.js';
