/** Answers of language models, by model, context depth and question. */
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
