import { AppError } from '@anima/service/errors';
import { migrate, openPostgres, type Postgres } from '@anima/service/postgres';
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
    throw error;
  }
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
