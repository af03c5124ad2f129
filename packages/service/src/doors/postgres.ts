export { migrate, type Schema } from '../postgres/migrate.js';
export { openPostgres, type PostgresOptions } from '../postgres/open-postgres.js';
export type { Postgres, PostgresQueries, TransactionOptions } from '../postgres/postgres.js';
export { isUniqueViolation, postgresError } from '../postgres/postgres-error.js';
