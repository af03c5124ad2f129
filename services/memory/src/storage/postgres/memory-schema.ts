/**
 * Projects, memories and active agents. `store_state` has one row, which each writer locks, so that the
 * transactions of all processes are serialised and its counters have no gaps. Its fillfactor allows updates
 * in place, so that writes leave no dead rows.
 *
 * Vectors are stored at full precision (float32, little-endian, windows in sequence); the search data is
 * derived from them, see search-schema.ts. Lists that queries filter by are arrays; other lists are `json`,
 * which stores them unchanged.
 */
export const memorySchema = `
  CREATE TABLE store_state (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    database_id text NOT NULL,
    last_key bigint NOT NULL DEFAULT 0,
    last_change bigint NOT NULL DEFAULT 0,
    vector_model json
  ) WITH (fillfactor = 10);
  INSERT INTO store_state (database_id) VALUES (gen_random_uuid()::text);

  -- Processes that embed with the model of before hear of it, see settled-reads.ts.
  CREATE FUNCTION tell_vector_model() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('anima_vector_model', 'changed'); RETURN NULL; END $$;
  CREATE TRIGGER vector_model_changed AFTER UPDATE OF vector_model ON store_state
    FOR EACH ROW EXECUTE FUNCTION tell_vector_model();

  CREATE TABLE projects (
    project_key integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    project_id text NOT NULL UNIQUE,
    name text NOT NULL UNIQUE,
    created_at bigint NOT NULL
  );

  CREATE TABLE memories (
    memory_key bigint PRIMARY KEY,
    memory_id text NOT NULL UNIQUE,
    change_seq bigint NOT NULL,
    -- The change that last touched the text, and with it the vectors.
    text_seq bigint NOT NULL,
    type text NOT NULL,
    importance double precision NOT NULL,
    project_key integer REFERENCES projects,
    tags text[] NOT NULL,
    source_agent text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    occurred_at bigint,
    expires_at bigint,
    archived_at bigint,
    shared_with_all boolean NOT NULL DEFAULT false,
    shared_with text[] NOT NULL DEFAULT '{}',
    superseded_by text,
    merged_from text[] NOT NULL DEFAULT '{}',
    access_count bigint NOT NULL DEFAULT 0,
    last_accessed_at bigint,
    conversation_id text,
    implied_conversation text,
    speaker text,
    origin text NOT NULL,
    source_path text,
    source_line integer,
    source_key text,
    content text NOT NULL
  );
  CREATE INDEX memories_by_change ON memories (change_seq);
  CREATE INDEX memories_to_expire ON memories (expires_at) WHERE expires_at IS NOT NULL AND archived_at IS NULL;
  CREATE INDEX memories_by_source ON memories (source_key) WHERE source_key IS NOT NULL;
  -- Holds all that counting by project, type and state needs, so that it never reads the contents.
  CREATE INDEX memories_counted ON memories (project_key, type, archived_at, expires_at);

  CREATE TABLE memory_vectors (
    memory_key bigint PRIMARY KEY REFERENCES memories,
    content bytea NOT NULL,
    context bytea
  );

  -- The first revision ("created") is the memory itself and has no row.
  CREATE TABLE memory_history (
    memory_key bigint NOT NULL REFERENCES memories,
    revision integer NOT NULL,
    change text NOT NULL,
    agent_id text NOT NULL,
    at bigint NOT NULL,
    changes json NOT NULL,
    PRIMARY KEY (memory_key, revision)
  );

  CREATE TABLE agents (
    agent_id text PRIMARY KEY,
    project_key integer NOT NULL REFERENCES projects,
    connected_at bigint NOT NULL,
    last_seen_at bigint NOT NULL
  );
  CREATE INDEX agents_by_last_seen ON agents (last_seen_at);
`;
