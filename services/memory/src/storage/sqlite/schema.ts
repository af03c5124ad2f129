import { auditSchema, findingsByFingerprint, judgedFindings } from './audit-schema.js';
import { judgementSchema } from './judgement-schema.js';
import { addColumn } from './memory-row.js';
import { relationSchema } from './relation-schema.js';
import { responseCacheContext, responseCacheSchema } from './response-cache-schema.js';

const memorySchema = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE projects (
    project_key INTEGER PRIMARY KEY,
    project_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
  );

  -- Lists (tags, shares, merges) are JSON: filters run in the RAM index, so no row is ever looked up by them.
  CREATE TABLE memories (
    memory_key INTEGER PRIMARY KEY AUTOINCREMENT,
    memory_id TEXT NOT NULL UNIQUE,
    change_seq INTEGER NOT NULL,
    -- The change that last touched the text, and with it the vectors.
    text_seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    importance REAL NOT NULL,
    project_key INTEGER REFERENCES projects,
    tags TEXT NOT NULL,
    source_agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    occurred_at INTEGER,
    expires_at INTEGER,
    archived_at INTEGER,
    shared_with TEXT NOT NULL,
    superseded_by TEXT,
    merged_from TEXT NOT NULL,
    access_count INTEGER NOT NULL DEFAULT 0,
    last_accessed_at INTEGER,
    conversation_id TEXT,
    implied_conversation TEXT,
    speaker TEXT,
    origin TEXT NOT NULL,
    source_path TEXT,
    content TEXT NOT NULL
  );
  CREATE INDEX memories_by_change ON memories (change_seq);
  CREATE INDEX memories_to_expire ON memories (expires_at) WHERE expires_at IS NOT NULL AND archived_at IS NULL;
  -- Holds all that counting by project, type and state needs, so that it never reads the contents.
  CREATE INDEX memories_counted ON memories (project_key, type, archived_at, expires_at);

  -- Windows one after the other, each as many float32 as the model has dimensions, little-endian.
  CREATE TABLE memory_vectors (
    memory_key INTEGER PRIMARY KEY REFERENCES memories,
    content BLOB NOT NULL,
    context BLOB
  );

  -- The first revision ("created") is the memory itself and has no row.
  CREATE TABLE memory_history (
    memory_key INTEGER NOT NULL REFERENCES memories,
    revision INTEGER NOT NULL,
    change TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    changes TEXT NOT NULL,
    PRIMARY KEY (memory_key, revision)
  ) WITHOUT ROWID;

  CREATE TABLE agents (
    agent_id TEXT PRIMARY KEY,
    project_key INTEGER NOT NULL REFERENCES projects,
    connected_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`;

/** Line of an imported statement, and the key that identifies it, so that it is imported only once. */
const sourceSchema = `
  ALTER TABLE memories ADD COLUMN source_line INTEGER;
  ALTER TABLE memories ADD COLUMN source_key TEXT;
  CREATE INDEX memories_by_source ON memories (source_key) WHERE source_key IS NOT NULL;
`;

/** Index to find the memories of a file that is imported again. */
const sourcePathIndex = `
  CREATE INDEX memories_by_source_path ON memories (source_path) WHERE source_key IS NOT NULL;
`;

/**
 * Older databases do not name the model of their vectors, because only one existed. A new database stores its
 * model, see vector-model.ts.
 */
const vectorModelSchema = `
  INSERT INTO meta (name, value)
  SELECT 'vector_model', '{"modelName":"bge-small-en-v1.5-int8","dimensions":384,"revision":"6c9c6101a956d62d-d241a60d5e8f04cc"}'
  WHERE EXISTS (SELECT 1 FROM meta WHERE name = 'database_id');
`;

/**
 * Migrations from one schema version to the next; the first creates version 1 in an empty database. Released
 * migrations are never edited.
 */
export const migrations: readonly string[] = [
  memorySchema,
  sourceSchema + auditSchema + responseCacheSchema,
  vectorModelSchema,
  findingsByFingerprint,
  relationSchema,
  judgedFindings,
  judgementSchema,
  sourcePathIndex,
  responseCacheContext,
  addColumn('role'),
];
