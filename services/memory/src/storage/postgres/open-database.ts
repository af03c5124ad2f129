import { AppError } from '@anima/service/errors';
import { migrate, type Postgres } from '@anima/service/postgres';
import { loadScaleOut } from '@anima/service/scale-out';
import { migrations } from './schema.js';

export interface OpenedDatabase {
  db: Postgres;
  databaseId: string;
}

/**
 * Opens the database at this URL and migrates it to the latest version. Rejects with an AppError if it is not
 * usable.
 */
export async function openDatabase(
  url: string,
  { maxConnections, onError }: { maxConnections?: number; onError: (error: unknown) => void },
): Promise<OpenedDatabase> {
  const { openPostgres } = await loadScaleOut('postgres', 'MEMORY_DATABASE_URL');
  const db = openPostgres({
    url,
    name: 'anima memory',
    onError,
    ...(maxConnections === undefined ? {} : { maxConnections }),
  });
  try {
    await assertCapable(db);
    await migrate(db, { name: 'memory', migrations });
    const [state] = await db.query<{ database_id: string }>('SELECT database_id FROM store_state');
    return { db, databaseId: state!.database_id };
  } catch (error) {
    await db.close();
    throw refusal(error);
  }
}

/**
 * Error codes of a wrong user or password, a missing database, and missing rights to create tables, see
 * https://www.postgresql.org/docs/16/errcodes-appendix.html.
 */
const REFUSALS = /^(28...|3D000|42501|0A000|58P01)$/;

/**
 * Converts a rejection by the server into an error for the user who set the URL. The message of the server
 * contains no password.
 */
function refusal(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (error instanceof AppError || !REFUSALS.test(String(code))) return error;
  return expected('a database in which this user may make tables and the extension vector', String(message));
}

const OLDEST_SERVER = 150_000;

/** Requires PostgreSQL 15 or later, in UTF-8, with pgvector 0.8 or later, which supports iterative scans. */
async function assertCapable(db: Postgres): Promise<void> {
  const [server] = await db.query<{ version: number; encoding: string; vector: string | null }>(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
      (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS vector`);
  const { version, encoding, vector } = server!;
  if (version < OLDEST_SERVER) throw expected('PostgreSQL 15 or later', `version ${version}`);
  if (encoding !== 'UTF8') throw expected('a database in UTF8', encoding);
  if (vector === null || /^0\.[0-7]\./.test(vector))
    throw expected('pgvector 0.8 or later on the server', vector ?? 'none');
}

function expected(what: string, received: string): AppError {
  return new AppError('invalid_configuration', `MEMORY_DATABASE_URL: expected ${what}, received ${received}`);
}
