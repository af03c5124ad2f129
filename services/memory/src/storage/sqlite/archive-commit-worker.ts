import { serve } from '@anima/calls';
import { createSqliteEventLog } from '@anima/service/sqlite';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { memoryColumns } from '../../memory/memory-columns.js';
import { BY_MERGE } from '../../relations/relation.js';
import type { StageCommit, StageCommitCalls, StageCommitReply } from './archive-commit.js';
import { COLUMN_NAMES } from './memory-row.js';

/** Remaining work after the reply was sent. */
let finish = () => {};

serve<StageCommitCalls>(
  {
    commit(commit) {
      const db = new DatabaseSync(commit.databasePath);
      const reply = moveStage(db, commit);
      finish = () => {
        if ('committed' in reply) checkpoint(db);
        db.close();
      };
      return reply;
    },
  },
  { close: () => finish() },
);

function moveStage(db: DatabaseSyncInstance, commit: StageCommit): StageCommitReply {
  try {
    db.exec(
      'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000; PRAGMA cache_size = -8192',
    );
    db.prepare('ATTACH ? AS stage').run(commit.stagePath);
    const events = createSqliteEventLog(db);
    db.exec('BEGIN IMMEDIATE');
    const lastKeyBefore = moveMemories(db, commit);
    moveRelations(db, lastKeyBefore);
    moveAuditRuns(db);
    const event = events.record(commit.event.type, commit.event.data);
    db.exec('COMMIT');
    return { committed: { lastKeyBefore, event } };
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    const { message, errcode = 0 } = error as Error & { errcode?: number };
    return { failed: { message, errcode } };
  }
}

/**
 * Copies the pages of the import from the WAL into the database. No caller waits for it here. If an export
 * holds a read transaction, a later checkpoint copies them.
 */
function checkpoint(db: DatabaseSyncInstance): void {
  try {
    db.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The import is durable in the WAL; every later checkpoint tries this again.
  }
}

/**
 * Columns of a staged memory. An inferred conversation has the id of its project as prefix; the id in the
 * archive is replaced by the local id.
 */
const stagedColumns = memoryColumns.map(({ field, name }) =>
  field === 'impliedConversation'
    ? `CASE WHEN substr(implied_conversation, 1, length(m.project_id) + 1) = m.project_id || '/'
        THEN p.local_id || substr(implied_conversation, length(m.project_id) + 1) ELSE implied_conversation END`
    : `m.${name}`,
);

/** Moves the staged memories: their numbers become keys above all earlier keys. */
function moveMemories(db: DatabaseSyncInstance, { newProjects }: StageCommit): number {
  const insertProject = db.prepare(
    'INSERT INTO main.projects (project_id, name, created_at) VALUES (?, ?, ?)',
  );
  for (const { projectId, name, createdAt } of newProjects) insertProject.run(projectId, name, createdAt);
  const { last_key: key, change_seq: change } = db
    .prepare(`
      SELECT coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = 'memories'), 0) AS last_key,
        (SELECT coalesce(max(change_seq), 0) FROM main.memories) AS change_seq`)
    .get() as { last_key: number; change_seq: number };
  db.prepare(`
    INSERT INTO main.memories (memory_key, change_seq, text_seq, project_key, ${COLUMN_NAMES})
    SELECT :key + number, :change + number, :change + number, here.project_key, ${stagedColumns.join(', ')}
    FROM stage.memories AS m
      LEFT JOIN stage.projects AS p ON p.project_id = m.project_id
      LEFT JOIN main.projects AS here ON here.project_id = p.local_id
    ORDER BY number`).run({ key, change });
  db.prepare(`
    INSERT INTO main.memory_vectors (memory_key, content, context)
    SELECT ? + number, content, context FROM stage.vectors ORDER BY number`).run(key);
  db.prepare(`
    INSERT INTO main.memory_history (memory_key, revision, change, agent_id, at, changes)
    SELECT ? + number, revision, change, agent_id, at, changes FROM stage.history ORDER BY number, revision`).run(
    key,
  );
  return key;
}

function moveRelations(db: DatabaseSyncInstance, lastKeyBefore: number): void {
  db.exec(`
    INSERT INTO main.relations (from_id, kind, to_id, by, confidence, reason, at, digest)
    SELECT from_id, kind, to_id, by, confidence, reason, at, digest FROM stage.relations
      JOIN main.memories AS newer ON newer.memory_id = from_id
      JOIN main.memories AS older ON older.memory_id = to_id
    WHERE kind <> 'supersedes' OR older.superseded_by = from_id
    ORDER BY number
    ON CONFLICT DO NOTHING`);
  db.prepare(`
    INSERT INTO main.relations (from_id, kind, to_id, by, at)
    SELECT merged.memory_id, 'supersedes', source.memory_id, ?, coalesce(source.archived_at, source.updated_at)
    FROM main.memories AS source JOIN main.memories AS merged ON merged.memory_id = source.superseded_by
    WHERE source.memory_key > ? AND source.memory_id IN (SELECT value FROM json_each(merged.merged_from))
    ON CONFLICT DO NOTHING`).run(BY_MERGE, lastKeyBefore);
}

function moveAuditRuns(db: DatabaseSyncInstance): void {
  const { last_key: key } = db
    .prepare(
      "SELECT coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = 'audit_runs'), 0) AS last_key",
    )
    .get() as { last_key: number };
  db.prepare(`
    INSERT INTO main.audit_runs (run_key, run_id, scope, project_key, skills_dir, config_dir, state, started_at,
      finished_at, error, memories_checked, counts, suppressed_counts, notes, undecided)
    SELECT ? + number, run_id, scope, here.project_key, skills_dir, config_dir, state, started_at, finished_at, error,
      memories_checked, counts, suppressed_counts, notes, undecided
    FROM stage.audit_runs AS r
      LEFT JOIN stage.projects AS p ON p.project_id = r.project_id
      LEFT JOIN main.projects AS here ON here.project_id = p.local_id
    ORDER BY number`).run(key);
  db.prepare(`
    INSERT INTO main.audit_findings (run_key, position, finding_id, kind, severity, title, detail, memory_ids, evidence,
      suggestion, subjects, fingerprint, judged_by, confidence, valid_until)
    SELECT ? + number, position, finding_id, kind, severity, title, detail, memory_ids, evidence, suggestion, subjects,
      fingerprint, judged_by, confidence, valid_until
    FROM stage.audit_findings ORDER BY number, position`).run(key);
  db.exec(`
    INSERT INTO main.audit_suppressions (fingerprint, kind, subjects, suppressed_at, agent_id)
    SELECT fingerprint, kind, subjects, suppressed_at, suppressed_by FROM stage.audit_findings
    WHERE suppressed_at IS NOT NULL ORDER BY number, position
    ON CONFLICT DO NOTHING`);
}
