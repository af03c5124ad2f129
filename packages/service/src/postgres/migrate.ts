import { AppError } from '../errors.js';
import type { Postgres } from './postgres.js';

export interface Schema {
  /** Name of the group of tables. Each name has its own version. */
  name: string;
  /**
   * One SQL text per version; each is applied once. Migrations only add tables and columns with defaults, so that processes of
   * the previous version still work while they are replaced one by one.
   */
  migrations: readonly string[];
}

/** Number of the advisory lock that one process holds while it migrates and others wait. */
const LOCK = 0x616e696d;

/**
 * Migrates the tables to the last version in one transaction. A newer database stays unchanged, because later versions only
 * add. Throws `invalid_configuration` if the database requires a newer service.
 */
export async function migrate(db: Postgres, { name, migrations }: Schema): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await tx.query(
      'CREATE TABLE IF NOT EXISTS anima_schema (name text PRIMARY KEY, version integer NOT NULL, serves_from integer NOT NULL DEFAULT 0)',
    );
    const [row] = await tx.query<{ version: number; serves_from: number }>(
      'SELECT version, serves_from FROM anima_schema WHERE name = $1',
      [name],
    );
    const version = row?.version ?? 0;
    if (row !== undefined && migrations.length < row.serves_from)
      throw new AppError(
        'invalid_configuration',
        `The database serves versions of its ${name} tables from ${row.serves_from} on; this service knows them up to ${migrations.length}: expected a newer service`,
      );
    if (version >= migrations.length) return;
    for (const statements of migrations.slice(version)) await tx.query(statements);
    await tx.query(
      'INSERT INTO anima_schema (name, version) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET version = excluded.version',
      [name, migrations.length],
    );
  });
}
