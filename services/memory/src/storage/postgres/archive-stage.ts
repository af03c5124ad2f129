import type { Postgres } from '@anima/service/postgres';
import type { ImportStage, StagedRelation, StagedText } from '../../archive/archive-store.js';
import type { ArchivedAuditRun } from '../../archive/audit-run-record.js';
import type { ArchivedMemory } from '../../archive/memory-record.js';
import { conversationKey } from '../../memory/conversation/conversation-key.js';
import type { Project } from '../../memory/memory.js';
import { MAX_RELATIONS } from '../../relations/relation.js';
import { type RelationRow, relationFromRow } from '../relation-row.js';
import { type ArchiveCommitOptions, commitStage } from './archive-commit.js';
import { createStageTables, type StageTables, stagedProjects } from './archive-stage-tables.js';
import { vectorsToBytes } from './memory-row.js';
import type { OwnProcess } from './processes.js';
import { relationToRow } from './relation-store.js';

export interface ArchiveStageOptions extends ArchiveCommitOptions {
  db: Postgres;
  own: OwnProcess;
}

/** Creates a stage with separate tables, which other callers do not read. */
export async function createArchiveStage(options: ArchiveStageOptions): Promise<ImportStage> {
  const { db, own } = options;
  const { tables, drop } = await createStageTables(db, own);
  const sql = statementsOf(tables);
  const count = { memories: 0, relations: 0, runs: 0 };

  async function added(kind: keyof typeof count, text: string, values: readonly unknown[]): Promise<boolean> {
    const rows = await db.query(text, [count[kind] + 1, ...values]);
    count[kind] += rows.length;
    return rows.length > 0;
  }

  async function noteProject(project: Project | null): Promise<void> {
    if (project === null) return;
    await db.query(sql.noteProject, [project.projectId, project.name, project.createdAt]);
  }

  return {
    async addProject({ projectId, name, createdAt }) {
      await db.query(sql.putProject, [projectId, name, createdAt]);
    },

    async addMemory(memory: ArchivedMemory) {
      const { memoryId, project } = memory.memory;
      const isNew = await added('memories', sql.addMemory, [
        memoryId,
        conversationKey(memory.memory),
        JSON.stringify(memory),
      ]);
      if (isNew) await noteProject(project);
      return isNew;
    },

    async addAuditRun(run: ArchivedAuditRun) {
      const isNew = await added('runs', sql.addRun, [run.runId, JSON.stringify(run)]);
      if (isNew) await noteProject(run.project);
      return isNew;
    },

    addRelation: (relation) =>
      added('relations', sql.addRelation, [
        JSON.stringify([relationToRow(relation)]),
        relation.from,
        relation.to,
      ]),

    projects: () => stagedProjects(db, tables),

    async texts(after, limit) {
      const rows = await db.query<TextRow>(sql.texts, [after, limit]);
      return rows.map(toStagedText);
    },

    async relations(after, limit) {
      const rows = await db.query<StagedRelationRow>(sql.relations, [after, limit]);
      return rows.map(
        (row): StagedRelation => ({
          number: row.number,
          relation: relationFromRow(row),
          staged: { from: row.from_staged, to: row.to_staged },
        }),
      );
    },

    async setVectors(number, { content, context }) {
      await db.query(sql.addVectors, [number, vectorsToBytes(content), context && vectorsToBytes([context])]);
    },

    commit: (event) => commitStage(options, tables, count.memories, event),
    close: drop,
  };
}

function statementsOf({ projects, memories, vectors, relations, runs }: StageTables) {
  const hasRoom = (id: string) => `(SELECT count(*) FROM (
    SELECT 1 FROM ${relations} WHERE from_id = ${id} UNION ALL SELECT 1 FROM ${relations} WHERE to_id = ${id}
    LIMIT ${MAX_RELATIONS}) AS counted) < ${MAX_RELATIONS}`;
  const isStaged = (id: string) => `EXISTS (SELECT 1 FROM ${memories} WHERE memory_id = ${id})`;
  return {
    putProject: `INSERT INTO ${projects} (project_id, name, created_at) VALUES ($1, $2, $3)
      ON CONFLICT (project_id) DO UPDATE SET name = excluded.name, created_at = excluded.created_at`,
    noteProject: `INSERT INTO ${projects} (project_id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    addMemory: `INSERT INTO ${memories} (number, memory_id, conversation, record) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING RETURNING number`,
    addRun: `INSERT INTO ${runs} (number, run_id, record) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING number`,
    addRelation: `INSERT INTO ${relations} (number, from_id, kind, to_id, by, confidence, reason, at, digest)
      SELECT $1, from_id, kind, to_id, by, confidence, reason, at, digest FROM json_populate_recordset(NULL::relations, $2::json)
      WHERE ${hasRoom('$3')} AND ${hasRoom('$4')}
      ON CONFLICT DO NOTHING RETURNING number`,
    addVectors: `INSERT INTO ${vectors} (number, content, context) VALUES ($1, $2, $3)`,
    texts: `SELECT number, record, (
        SELECT json_build_object('speaker', record->'memory'->'speaker', 'content', record->'memory'->'content')
        FROM ${memories} AS earlier WHERE earlier.conversation = turn.conversation AND earlier.number < turn.number
        ORDER BY earlier.number DESC LIMIT 1) AS previous
      FROM ${memories} AS turn WHERE number > $1 ORDER BY number LIMIT $2`,
    relations: `SELECT *, ${isStaged('from_id')} AS from_staged, ${isStaged('to_id')} AS to_staged
      FROM ${relations} WHERE number > $1 ORDER BY number LIMIT $2`,
  };
}

interface TextRow {
  number: number;
  record: ArchivedMemory;
  previous: StagedText['previous'];
}

function toStagedText({ number, record: { memory, history }, previous }: TextRow): StagedText {
  return {
    number,
    speaker: memory.speaker,
    content: memory.content,
    rewritten: history.some(({ changes }) => 'content' in changes),
    projectId: memory.project?.projectId ?? null,
    conversationId: memory.conversationId,
    impliedConversation: memory.impliedConversation,
    previous,
  };
}

interface StagedRelationRow extends RelationRow {
  number: number;
  from_staged: boolean;
  to_staged: boolean;
}
