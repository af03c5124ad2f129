/**
 * Responses of language models, by model, context depth and question. Half precision of the vector is enough
 * for similarity search: it changes a cosine by about 0.001. The vector is stored in its row (MAIN), so that
 * scanning a scope reads one table.
 */
export const responseCacheSchema = `
  CREATE TABLE cached_responses (
    entry_key bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    model text NOT NULL,
    context_depth integer NOT NULL,
    query text NOT NULL,
    -- Of the query, which may be too long for an index.
    query_digest text NOT NULL,
    response text NOT NULL,
    vector halfvec NOT NULL,
    bytes bigint NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    UNIQUE (model, context_depth, query_digest)
  );
  ALTER TABLE cached_responses ALTER COLUMN vector SET STORAGE MAIN;

  CREATE TABLE cache_counters (
    model text PRIMARY KEY,
    hits bigint NOT NULL,
    misses bigint NOT NULL,
    evictions bigint NOT NULL
  );
`;

/** Makes the turns before a question part of the key. The digest of a query with a context covers both. */
export const responseCacheContext = `
  ALTER TABLE cached_responses ADD COLUMN context text NOT NULL DEFAULT '';
`;
