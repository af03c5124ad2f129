/**
 * Erasures with their receipts, and the ids of erased memories. A row of erased_memories with is_erased = 0 is
 * still to be removed. Also the paths of archives that the service has written.
 */
export const erasureSchema = `
  CREATE TABLE erasures (
    erasure_key INTEGER PRIMARY KEY AUTOINCREMENT,
    receipt_id TEXT NOT NULL UNIQUE,
    agent_id TEXT NOT NULL,
    reason TEXT,
    at INTEGER NOT NULL,
    finished_at INTEGER,
    sha256 TEXT
  );
  CREATE TABLE erased_memories (
    memory_id TEXT PRIMARY KEY,
    receipt_id TEXT NOT NULL,
    is_erased INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE INDEX erased_by_receipt ON erased_memories (receipt_id, is_erased);
  CREATE TABLE written_archives (path TEXT PRIMARY KEY, written_at INTEGER NOT NULL) WITHOUT ROWID;
  ALTER TABLE cached_responses ADD COLUMN conversation_id TEXT;
  -- The isolated agent that named the project first: it can name a limited number.
  ALTER TABLE projects ADD COLUMN created_by TEXT;
`;
