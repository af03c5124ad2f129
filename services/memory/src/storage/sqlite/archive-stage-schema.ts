import { memoryColumns } from '../../memory/memory-columns.js';
import { declare } from './memory-row.js';

/** Tables of an import in a separate file until the commit; the columns are the columns of the database. */
export const archiveStageSchema = `
  CREATE TABLE projects (
    project_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- The project it becomes here: one of the same id or name, else itself.
    local_id TEXT
  ) WITHOUT ROWID;

  CREATE TABLE memories (
    number INTEGER PRIMARY KEY,
    project_id TEXT,
    ${memoryColumns.map(declare).join(', ')},
    -- The conversation within the archive, and whether the text was rewritten after it was said.
    conversation TEXT,
    rewritten INTEGER NOT NULL,
    UNIQUE (memory_id)
  );
  CREATE INDEX turns ON memories (conversation, number) WHERE conversation IS NOT NULL;

  CREATE TABLE history (
    number INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    change TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    changes TEXT NOT NULL,
    PRIMARY KEY (number, revision)
  ) WITHOUT ROWID;

  CREATE TABLE vectors (number INTEGER PRIMARY KEY, content BLOB NOT NULL, context BLOB);

  CREATE TABLE relations (
    number INTEGER PRIMARY KEY,
    from_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    to_id TEXT NOT NULL,
    by TEXT NOT NULL,
    confidence REAL,
    reason TEXT,
    at INTEGER NOT NULL,
    digest TEXT
  );
  CREATE INDEX relations_from ON relations (from_id);
  CREATE INDEX relations_to ON relations (to_id);
  CREATE UNIQUE INDEX relations_of_pairs
    ON relations (min(from_id, to_id), max(from_id, to_id), kind = 'supersedes');

  CREATE TABLE audit_runs (
    number INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL UNIQUE,
    scope TEXT NOT NULL,
    project_id TEXT,
    skills_dir TEXT,
    config_dir TEXT,
    state TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    error TEXT,
    memories_checked INTEGER NOT NULL,
    counts TEXT NOT NULL,
    suppressed_counts TEXT NOT NULL,
    notes TEXT NOT NULL,
    undecided TEXT NOT NULL
  );

  CREATE TABLE audit_findings (
    number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    finding_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL,
    title TEXT NOT NULL,
    detail TEXT NOT NULL,
    memory_ids TEXT NOT NULL,
    evidence TEXT NOT NULL,
    suggestion TEXT NOT NULL,
    subjects TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    judged_by TEXT NOT NULL,
    confidence REAL,
    valid_until INTEGER,
    suppressed_at INTEGER,
    suppressed_by TEXT,
    PRIMARY KEY (number, position)
  ) WITHOUT ROWID;
`;
