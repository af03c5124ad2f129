/**
 * Relations between two memories. The migration adds the relations of earlier merges, whose sources name the
 * memory that superseded them.
 */
export const relationSchema = `
  CREATE TABLE relations (
    from_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    to_id TEXT NOT NULL,
    by TEXT NOT NULL,
    confidence REAL,
    reason TEXT,
    at INTEGER NOT NULL,
    digest TEXT,
    PRIMARY KEY (from_id, kind, to_id)
  ) WITHOUT ROWID;
  CREATE INDEX relations_to ON relations (to_id, kind);
  -- Of a pair one judgement, and beside it that one superseded the other.
  CREATE UNIQUE INDEX relations_of_pairs
    ON relations (min(from_id, to_id), max(from_id, to_id), kind = 'supersedes');

  INSERT OR IGNORE INTO relations (from_id, kind, to_id, by, at)
  SELECT superseded_by, 'supersedes', memory_id, 'merge', coalesce(archived_at, updated_at) FROM memories
  WHERE superseded_by IN (SELECT memory_id FROM memories) AND superseded_by <> memory_id;
`;
