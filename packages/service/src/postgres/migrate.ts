import { AppError } from '../errors.js';
import type { Postgres } from './postgres.js';

export interface Schema {
  /** Whose tables these are; versions are counted by name. */
  name: string;
  /**
   * SQL, version by version, each applied once. Additive only, so that a service of the version before serves beside this one while
   * the processes are replaced one by one: no column or table goes, and what is new has a default.
   */
  migrations: readonly string[];
}

/** Of the lock under which one process migrates while others wait: any number that nobody else takes. */
const LOCK = 0x616e696d;

/**
 * Brings the tables to the last version, in one transaction. A database that is further is served as it is: later versions only add.
 * Throws `invalid_configuration` where it was left behind by a version that this one cannot serve.
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
