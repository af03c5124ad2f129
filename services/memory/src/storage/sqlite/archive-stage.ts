import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { EventOutbox } from '@anima/service/events';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ImportStage, StagedRelation, StagedText } from '../../archive/archive-store.js';
import { IMPORT_STAGE_PREFIX } from '../../archive/files/own-files.js';
import type { Project } from '../../memory/memory.js';
import { type RelationRow, relationFromRow } from '../relation-row.js';
import { commitStage } from './archive-commit.js';
import { prepareInserts } from './archive-stage-rows.js';
import { archiveStageSchema } from './archive-stage-schema.js';
import type { GroupCommit } from './group-commit.js';
import { vectorsToBlob } from './memory-row.js';
import type { SqliteMemoryStore } from './memory-store.js';
import type { ProjectRegistry } from './project-registry.js';

export interface ArchiveStageOptions {
  dataDir: string;
  databasePath: string;
  commits: GroupCommit;
  projects: ProjectRegistry;
  events: EventOutbox;
  store: SqliteMemoryStore;
  /** Called with errors that occur after an import became durable. */
  onError: (error: unknown) => void;
}

/** Removes the stages of processes that died during an import. */
export function removeStages(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(IMPORT_STAGE_PREFIX)) rmSync(join(dataDir, name), { force: true });
  }
}

/**
 * Creates a stage in a SQLite file next to the database, on the same disk. The file is discarded after any
 * failure, so it does not have to be durable.
 */
export function createArchiveStage(options: ArchiveStageOptions): ImportStage {
  const { projects, commits, store, events, onError } = options;
  const path = join(options.dataDir, `${IMPORT_STAGE_PREFIX}-${randomUUID()}.db`);
  const db = new DatabaseSync(path);
  try {
    db.exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192;
      ${archiveStageSchema} BEGIN`);
  } catch (error) {
    remove(db, path);
    throw error;
  }
  const insert = prepareInserts(db);
  const selectRun = db.prepare('SELECT 1 FROM audit_runs WHERE run_id = ?');
  const selectTexts = db.prepare(`
    SELECT m.number, m.speaker, m.content, m.rewritten, m.conversation, m.project_id, m.conversation_id,
      m.implied_conversation, p.speaker AS previous_speaker, p.content AS previous_content
    FROM memories AS m LEFT JOIN memories AS p ON p.number =
      (SELECT max(number) FROM memories WHERE conversation = m.conversation AND number < m.number)
    WHERE m.number > ? ORDER BY m.number LIMIT ?`);
  const selectRelations = db.prepare(`
    SELECT *, EXISTS (SELECT 1 FROM memories WHERE memory_id = from_id) AS from_staged,
      EXISTS (SELECT 1 FROM memories WHERE memory_id = to_id) AS to_staged
    FROM relations WHERE number > ? ORDER BY number LIMIT ?`);
  const insertVectors = db.prepare('INSERT INTO vectors (number, content, context) VALUES (?, ?, ?)');
  const selectProjects = db.prepare(
    'SELECT project_id, name, created_at FROM projects ORDER BY created_at, project_id',
  );
  const setLocalProject = db.prepare('UPDATE projects SET local_id = ? WHERE project_id = ?');

  function stagedProjects(): Project[] {
    const rows = selectProjects.all() as { project_id: string; name: string; created_at: number }[];
    return rows.map((row) => ({ projectId: row.project_id, name: row.name, createdAt: row.created_at }));
  }

  /** Stores the local project of each staged project; returns the local projects that are new. */
  function settleProjects(): Project[] {
    const settled = stagedProjects().map((project) => {
      const local = projects.adopt(project);
      setLocalProject.run(local.projectId, project.projectId);
      return local;
    });
    return [...new Set(settled)].filter(({ projectId }) => projects.find(projectId) === null);
  }

  return {
    addProject: insert.project,
    addMemory: insert.memory,
    addRelation: insert.relation,

    addAuditRun(run) {
      if (selectRun.get(run.runId) !== undefined) return false;
      insert.auditRun(run);
      return true;
    },

    projects: stagedProjects,

    texts(after, limit) {
      const rows = selectTexts.all(after, limit) as unknown as TextRow[];
      return rows.map(
        (row): StagedText => ({
          number: row.number,
          speaker: row.speaker,
          content: row.content,
          rewritten: row.rewritten === 1,
          projectId: row.project_id,
          conversationId: row.conversation_id,
          impliedConversation: row.implied_conversation,
          previous:
            row.previous_content === null
              ? null
              : { speaker: row.previous_speaker, content: row.previous_content },
        }),
      );
    },

    relations(after, limit) {
      const rows = selectRelations.all(after, limit) as unknown as StagedRelationRow[];
      return rows.map(
        (row): StagedRelation => ({
          number: row.number,
          relation: relationFromRow(row),
          staged: { from: row.from_staged === 1, to: row.to_staged === 1 },
        }),
      );
    },

    setVectors(number, { content, context }) {
      insertVectors.run(number, vectorsToBlob(content), context && vectorsToBlob([context]));
    },

    commit(event) {
      return commits.hold(async () => {
        const newProjects = settleProjects();
        db.exec('COMMIT');
        db.close();
        const { databasePath } = options;
        const committed = await commitStage({ databasePath, stagePath: path, newProjects, event });
        try {
          for (const project of newProjects) projects.confirm(project);
          await store.takeInMemories(committed.lastKeyBefore);
        } catch (error) {
          // The import is durable, so the call succeeds. The next start indexes the remaining memories.
          onError(error);
        }
        events.announce([committed.event]);
      });
    },

    close: () => remove(db, path),
  };
}

function remove(db: DatabaseSyncInstance, path: string): void {
  if (db.isOpen) db.close();
  // A closed connection keeps its file open until its statements are garbage-collected. Truncating the file
  // frees the disk space now.
  if (existsSync(path)) truncateSync(path);
  rmSync(path, { force: true });
}

interface StagedRelationRow extends RelationRow {
  number: number;
  from_staged: number;
  to_staged: number;
}

interface TextRow {
  number: number;
  speaker: string | null;
  content: string;
  rewritten: number;
  project_id: string | null;
  conversation_id: string | null;
  implied_conversation: string | null;
  previous_speaker: string | null;
  previous_content: string | null;
}
