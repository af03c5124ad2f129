/** Responses of language models, by model, context depth and question. */
export const responseCacheSchema = `
  CREATE TABLE cached_responses (
    entry_key INTEGER PRIMARY KEY AUTOINCREMENT,
    model TEXT NOT NULL,
    context_depth INTEGER NOT NULL,
    query TEXT NOT NULL,
    response TEXT NOT NULL,
    -- As many float32 as the embedding model has dimensions, little-endian.
    vector BLOB NOT NULL,
    -- Of query and response in UTF-8, and the vector.
    bytes INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    UNIQUE (model, context_depth, query)
  );

  CREATE TABLE cache_counters (
    model TEXT PRIMARY KEY,
    hits INTEGER NOT NULL,
    misses INTEGER NOT NULL,
    evictions INTEGER NOT NULL
  ) WITHOUT ROWID;
`;

/** Makes the turns before a question part of the key. */
export const responseCacheContext = `
  ALTER TABLE cached_responses RENAME TO cached_responses_without_context;
  CREATE TABLE cached_responses (
    entry_key INTEGER PRIMARY KEY AUTOINCREMENT,
    model TEXT NOT NULL,
    context_depth INTEGER NOT NULL,
    -- Digest of the turns; empty if they are unknown.
    context TEXT NOT NULL DEFAULT '',
    query TEXT NOT NULL,
    response TEXT NOT NULL,
    vector BLOB NOT NULL,
    bytes INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    UNIQUE (model, context_depth, context, query)
  );
  INSERT INTO cached_responses
    SELECT entry_key, model, context_depth, '', query, response, vector, bytes, created_at, expires_at, last_used_at
    FROM cached_responses_without_context;
  DROP TABLE cached_responses_without_context;
`;
