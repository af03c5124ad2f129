/**
 * The progress of `anima reindex` for the model in `reindex_state`; the columns are the same as in
 * memory_vectors and cached_responses.
 */
export const reindexSchema = `
  CREATE TABLE reindex_state (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    model json NOT NULL
  );
  CREATE TABLE reindex_vectors (
    memory_key bigint PRIMARY KEY,
    text_seq bigint NOT NULL,
    content bytea NOT NULL,
    context bytea
  );
  CREATE TABLE reindex_questions (
    query_digest text PRIMARY KEY,
    vector halfvec NOT NULL
  );
`;
