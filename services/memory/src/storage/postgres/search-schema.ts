import { AppError } from '@anima/service/errors';
import type { Postgres } from '@anima/service/postgres';

/**
 * Search data, derived from memories and their vectors in the transaction that writes them.
 *
 * `search_rows` has the columns for filters and ranking, but no content: a wide filter reads the complete
 * table. `words` contains the terms of analyse-text.ts in the format of PostgreSQL's text search: the number
 * of positions is the number of occurrences of the term in the body (weight D) and in the header (weight A).
 * `search_windows` has the windows of the content, numbered from 0; number -1 is the vector of the turn
 * together with the previous turn. Vectors are stored in their rows (PLAIN), because reading them from
 * another table would take most of the time.
 */
export const searchSchema = `
  CREATE EXTENSION IF NOT EXISTS vector;

  CREATE TABLE search_rows (
    memory_key bigint PRIMARY KEY REFERENCES memories,
    project_key integer REFERENCES projects,
    type text NOT NULL,
    importance double precision NOT NULL,
    tags text[] NOT NULL,
    source_agent text NOT NULL,
    shared_with_all boolean NOT NULL,
    shared_with text[] NOT NULL,
    archived boolean NOT NULL,
    expires_at bigint,
    created_at bigint NOT NULL,
    -- When it happened, else when it was stored.
    occurred_at bigint NOT NULL,
    conversation text,
    speaker text,
    facts integer NOT NULL,
    body_length integer NOT NULL,
    header_length integer NOT NULL,
    words tsvector NOT NULL
  );
  -- Without a list of what is pending: looking through it would take longer than writing does.
  CREATE INDEX search_rows_by_words ON search_rows USING gin (words) WITH (fastupdate = off);
  CREATE INDEX search_rows_by_tags ON search_rows USING gin (tags);
  CREATE INDEX search_rows_by_share ON search_rows USING gin (shared_with);
  CREATE INDEX search_rows_shared ON search_rows (memory_key) WHERE shared_with_all;
  CREATE INDEX search_rows_by_project ON search_rows (project_key, memory_key);
  CREATE INDEX search_rows_by_agent ON search_rows (source_agent, memory_key);
  CREATE INDEX search_rows_by_time ON search_rows (created_at, memory_key);
  CREATE INDEX search_rows_by_conversation ON search_rows (conversation, memory_key) WHERE conversation IS NOT NULL;

  CREATE TABLE search_windows (
    memory_key bigint NOT NULL REFERENCES memories,
    number smallint NOT NULL,
    vector halfvec NOT NULL,
    PRIMARY KEY (memory_key, number)
  );
  ALTER TABLE search_windows ALTER COLUMN vector SET STORAGE PLAIN;
`;

/** SQL condition of the windows in the index of these dimensions, and the indexed expression. */
export const indexedWindows = (dimensions: number): string =>
  `number >= 0 AND vector_dims(vector) = ${whole(dimensions)}`;
export const indexedVector = (dimensions: number): string => `vector::halfvec(${whole(dimensions)})`;

/** Maximum number of dimensions that pgvector can index. */
const MAX_DIMENSIONS = 4_000;
/** Key of the advisory lock under which one process creates the index while others wait. */
const LOCK = 0x68_6e_73_77;

/**
 * Creates the vector index once for each number of dimensions: during a change of the model, the database has
 * an index for each. Throws `invalid_configuration` if the dimensions cannot be indexed.
 */
export async function prepareVectorIndex(db: Postgres, dimensions: number): Promise<void> {
  if (dimensions > MAX_DIMENSIONS)
    throw new AppError(
      'invalid_configuration',
      `Expected vectors of at most ${MAX_DIMENSIONS} dimensions for PostgreSQL, received ${dimensions}`,
    );
  const name = `search_windows_near_${whole(dimensions)}`;
  await db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const [known] = await tx.query<{ index: string | null }>('SELECT to_regclass($1)::text AS index', [name]);
    if (known?.index != null) return;
    await tx.query(
      `CREATE INDEX ${name} ON search_windows USING hnsw ((${indexedVector(dimensions)}) halfvec_ip_ops)
       WHERE ${indexedWindows(dimensions)}`,
    );
  });
}

/** Checks the number, because it becomes part of a statement. */
function whole(dimensions: number): number {
  if (!Number.isSafeInteger(dimensions) || dimensions < 1)
    throw new RangeError(`Expected a number of dimensions, received ${dimensions}`);
  return dimensions;
}
