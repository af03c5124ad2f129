/**
 * Erasures with their receipts, and the ids of erased memories. A row of erased_memories that is not erased is
 * still to be removed. Also the paths of archives that the processes have written, each on its host.
 */
export const erasureSchema = `
  CREATE TABLE erasures (
    erasure_key bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    receipt_id text NOT NULL UNIQUE,
    process_id text NOT NULL,
    agent_id text NOT NULL,
    reason text,
    at bigint NOT NULL,
    finished_at bigint,
    sha256 text
  );
  CREATE TABLE erased_memories (
    memory_id text PRIMARY KEY,
    receipt_id text NOT NULL,
    is_erased boolean NOT NULL DEFAULT false
  );
  CREATE INDEX erased_by_receipt ON erased_memories (receipt_id, is_erased);
  CREATE TABLE written_archives (path text PRIMARY KEY, written_at bigint NOT NULL);
  ALTER TABLE cached_responses ADD COLUMN conversation_id text;
  -- The isolated agent that named the project first: it can name a limited number.
  ALTER TABLE projects ADD COLUMN created_by text;
  -- The name as foldedName makes it: lower() knows only ASCII in some locales.
  ALTER TABLE projects ADD COLUMN folded_name text;
  CREATE INDEX projects_by_folded_name ON projects (folded_name);
`;
