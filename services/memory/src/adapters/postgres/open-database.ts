import { AppError } from '@anima/service/errors';
import { migrate, type Postgres } from '@anima/service/postgres';
import { loadScaleOut } from '@anima/service/scale-out';
import { migrations } from './schema.js';

export interface OpenedDatabase {
  db: Postgres;
  databaseId: string;
}

/** The database behind this URL, brought to the last version. Rejects with an AppError where it cannot serve. */
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

/** Wrong user or password, no such database, no right to make tables: https://www.postgresql.org/docs/16/errcodes-appendix.html */
const REFUSALS = /^(28...|3D000|42501|0A000|58P01)$/;

/** What the server says of who comes is for the one who set the URL; it names no password. */
function refusal(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (error instanceof AppError || !REFUSALS.test(String(code))) return error;
  return expected('a database in which this user may make tables and the extension vector', String(message));
}

const OLDEST_SERVER = 150_000;

/** PostgreSQL 15 or later, in UTF-8, with pgvector .8 or later, which iterates its scans. */
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
