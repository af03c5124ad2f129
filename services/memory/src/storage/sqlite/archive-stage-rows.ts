import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ArchivedAuditRun } from '../../archive/audit-run-record.js';
import type { ArchivedMemory } from '../../archive/memory-record.js';
import { conversationKey } from '../../memory/conversation/conversation-key.js';
import type { Project } from '../../memory/memory.js';
import { memoryColumns } from '../../memory/memory-columns.js';
import { MAX_RELATIONS, type Relation } from '../../relations/relation.js';
import { findingParameters } from './audit-row.js';
import { COLUMN_NAMES, memoryToRow } from './memory-row.js';
import { relationParameters } from './relation-store.js';

/** Writes records of an archive into the tables of its stage. */
export function prepareInserts(db: DatabaseSyncInstance) {
  const insertProject = db.prepare(`
    INSERT INTO projects (project_id, name, created_at) VALUES (:id, :name, :created)
    ON CONFLICT (project_id) DO UPDATE SET name = :name, created_at = :created`);
  const insertNamedProject = db.prepare(
    'INSERT INTO projects (project_id, name, created_at) VALUES (:id, :name, :created) ON CONFLICT DO NOTHING',
  );
  const insertMemory = db.prepare(`
    INSERT INTO memories (project_id, conversation, rewritten, ${COLUMN_NAMES})
    VALUES (:project_id, :conversation, :rewritten, ${memoryColumns.map(({ name }) => `:${name}`).join(', ')})
    ON CONFLICT DO NOTHING`);
  const insertHistory = db.prepare(
    'INSERT INTO history (number, revision, change, agent_id, at, changes) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertRun = db.prepare(`
    INSERT INTO audit_runs (run_id, scope, project_id, skills_dir, config_dir, state, started_at, finished_at, error,
      memories_checked, counts, suppressed_counts, notes, undecided)
    VALUES (:id, :scope, :project, :skills, :config, :state, :started, :finished, :error, :checked, :counts,
      :suppressed, :notes, :undecided)`);
  const insertFinding = db.prepare(`
    INSERT INTO audit_findings (number, position, finding_id, kind, severity, title, detail, memory_ids, evidence,
      suggestion, subjects, fingerprint, judged_by, confidence, valid_until, suppressed_at, suppressed_by)
    VALUES (:run, :position, :id, :kind, :severity, :title, :detail, :memories, :evidence, :suggestion, :subjects,
      :fingerprint, :judgedBy, :confidence, :validUntil, :suppressedAt, :suppressedBy)`);

  const hasRoom = (
    id: string,
  ) => `(SELECT count(*) FROM (SELECT 1 FROM relations WHERE from_id = ${id} UNION ALL
    SELECT 1 FROM relations WHERE to_id = ${id} LIMIT ${MAX_RELATIONS})) < ${MAX_RELATIONS}`;
  const insertRelation = db.prepare(`
    INSERT INTO relations (from_id, kind, to_id, by, confidence, reason, at, digest)
    SELECT :from, :kind, :to, :by, :confidence, :reason, :at, :digest
    WHERE ${hasRoom(':from')} AND ${hasRoom(':to')}
    ON CONFLICT DO NOTHING`);

  function noteProject(project: Project | null): void {
    if (project === null) return;
    insertNamedProject.run({ id: project.projectId, name: project.name, created: project.createdAt });
  }

  return {
    project({ projectId, name, createdAt }: Project): void {
      insertProject.run({ id: projectId, name, created: createdAt });
    },

    /** Returns false if the stage has a memory with this id. */
    memory({ memory, history }: ArchivedMemory): boolean {
      const { changes, lastInsertRowid } = insertMemory.run({
        ...memoryToRow(memory),
        project_id: memory.project?.projectId ?? null,
        conversation: conversationKey(memory),
        rewritten: history.some(({ changes }) => 'content' in changes) ? 1 : 0,
      });
      if (changes === 0) return false;
      noteProject(memory.project);
      const number = Number(lastInsertRowid);
      for (const { revision, change, agentId, at, changes } of history) {
        insertHistory.run(number, revision, change, agentId, at, JSON.stringify(changes));
      }
      return true;
    },

    /** Returns false if the pair has such a relation, or if one of the memories has MAX_RELATIONS. */
    relation: (relation: Relation): boolean => insertRelation.run(relationParameters(relation)).changes > 0,

    auditRun(run: ArchivedAuditRun): void {
      noteProject(run.project);
      const { lastInsertRowid } = insertRun.run({
        id: run.runId,
        scope: run.scope,
        project: run.project?.projectId ?? null,
        skills: run.skillsDir,
        config: run.configDir,
        state: run.state,
        started: run.startedAt,
        finished: run.finishedAt,
        error: run.error,
        checked: run.memoriesChecked,
        counts: JSON.stringify(run.counts),
        suppressed: JSON.stringify(run.suppressedCounts),
        notes: JSON.stringify(run.notes),
        undecided: JSON.stringify(run.undecided),
      });
      for (const [position, finding] of run.findings.entries()) {
        insertFinding.run({
          run: Number(lastInsertRowid),
          position,
          ...findingParameters(finding),
          suppressedAt: finding.suppression?.at ?? null,
          suppressedBy: finding.suppression?.agentId ?? null,
        });
      }
    },
  };
}
