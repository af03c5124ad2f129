import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type FindingKind, noCounts } from '../../audit/audit-run.js';
import type { AuditWrites } from '../../audit/audit-store.js';
import { findingParameters } from './audit-row.js';
import { createSqliteAuditStore } from './audit-store.js';
import type { AfterCommit } from './group-commit.js';
import type { ProjectRegistry } from './project-registry.js';

/**
 * Maximum number of runs removed in one transaction. A run can have thousands of findings, and other
 * transactions must not wait for their removal.
 */
const REMOVE_AT_ONCE = 4;

export interface AuditWritesOptions {
  /** The write connection. */
  db: DatabaseSyncInstance;
  projects: ProjectRegistry;
}

/** Creates the audit operations of transactions. */
export function createSqliteAuditWrites(
  options: AuditWritesOptions,
): (afterCommit: AfterCommit) => AuditWrites {
  const { db, projects } = options;
  const { byId, finding } = createSqliteAuditStore({ reads: db, projects });
  const insertRun = db.prepare(`
    INSERT INTO audit_runs (run_id, scope, project_key, skills_dir, config_dir, state, started_at, counts,
      suppressed_counts, notes)
    VALUES (:id, :scope, :project, :skills, :config, 'running', :started, :none, :none, '[]')`);
  const endRun = db.prepare(`
    UPDATE audit_runs SET state = :state, finished_at = :finished, error = :error, memories_checked = :checked,
      counts = :counts, suppressed_counts = :suppressed, notes = :notes, undecided = :undecided
    WHERE run_id = :id`);
  const insertFinding = db.prepare(`
    INSERT INTO audit_findings (run_key, position, finding_id, kind, severity, title, detail, memory_ids, evidence,
      suggestion, subjects, fingerprint, judged_by, confidence, valid_until)
    VALUES ((SELECT run_key FROM audit_runs WHERE run_id = :run), :position, :id, :kind, :severity, :title, :detail,
      :memories, :evidence, :suggestion, :subjects, :fingerprint, :judgedBy, :confidence, :validUntil)`);
  const countFindings = db.prepare(`
    SELECT count(*) AS total FROM audit_findings WHERE run_key = (SELECT run_key FROM audit_runs WHERE run_id = ?)`);
  const recount = db.prepare('UPDATE audit_runs SET counts = ?, memories_checked = ? WHERE run_id = ?');
  const selectNoted = db.prepare(`
    SELECT run_id FROM audit_runs WHERE EXISTS (SELECT 1 FROM json_each(notes) WHERE value = ?)
    ORDER BY run_key DESC LIMIT 1`);
  const selectRunning = db.prepare("SELECT run_id FROM audit_runs WHERE state = 'running'");
  const selectSuppressions = db.prepare('SELECT fingerprint, kind, subjects FROM audit_suppressions');
  const insertSuppression = db.prepare(`
    INSERT INTO audit_suppressions (fingerprint, kind, subjects, suppressed_at, agent_id) VALUES (?, ?, ?, ?, ?)`);
  const deleteSuppression = db.prepare('DELETE FROM audit_suppressions WHERE fingerprint = ?');
  const selectOutdated = db.prepare(`
    SELECT run_key FROM audit_runs AS run
    WHERE state <> 'running'
      AND run_key <= (SELECT run_key FROM audit_runs ORDER BY run_key DESC LIMIT 1 OFFSET :keep)
      AND NOT EXISTS (
        SELECT 1 FROM audit_findings AS finding JOIN audit_suppressions USING (fingerprint)
        WHERE finding.run_key = run.run_key AND NOT EXISTS (
          SELECT 1 FROM audit_findings AS later
          WHERE later.fingerprint = finding.fingerprint AND later.run_key > run.run_key))
    ORDER BY run_key LIMIT ${REMOVE_AT_ONCE}`);
  const deleteFindings = db.prepare('DELETE FROM audit_findings WHERE run_key = ?');
  const deleteRun = db.prepare('DELETE FROM audit_runs WHERE run_key = ?');

  return (afterCommit) => ({
    byId,
    finding,

    insert(run) {
      insertRun.run({
        id: run.runId,
        scope: run.scope,
        project: run.project === null ? null : projects.keyOf(run.project, afterCommit),
        skills: run.skillsDir,
        config: run.configDir,
        started: run.startedAt,
        none: JSON.stringify(noCounts()),
      });
    },

    removeOutdated(keep) {
      for (const { run_key } of selectOutdated.all({ keep }) as { run_key: number }[]) {
        deleteFindings.run(run_key);
        deleteRun.run(run_key);
      }
    },

    lastNoted(note) {
      const row = selectNoted.get(note) as { run_id: string } | undefined;
      return row === undefined ? null : byId(row.run_id);
    },

    running: () => (selectRunning.all() as { run_id: string }[]).map(({ run_id }) => run_id),

    addFindings(runId, findings, { counts, memoriesChecked }) {
      const { total } = countFindings.get(runId) as { total: number };
      findings.forEach((each, at) => {
        insertFinding.run({ run: runId, position: total + at, ...findingParameters(each) });
      });
      recount.run(JSON.stringify(counts), memoriesChecked, runId);
    },

    end(runId, { findings, ...ending }) {
      findings.forEach((each, position) => {
        insertFinding.run({ run: runId, position, ...findingParameters(each) });
      });
      endRun.run({
        id: runId,
        state: ending.state,
        finished: ending.finishedAt,
        error: ending.error,
        checked: ending.memoriesChecked,
        counts: JSON.stringify(ending.counts),
        suppressed: JSON.stringify(ending.suppressedCounts),
        notes: JSON.stringify(ending.notes),
        undecided: JSON.stringify(ending.undecided),
      });
    },

    suppressions() {
      const rows = selectSuppressions.all() as { fingerprint: string; kind: string; subjects: string }[];
      return rows.map(({ fingerprint, kind, subjects }) => ({
        fingerprint,
        kind: kind as FindingKind,
        subjects: JSON.parse(subjects) as string[],
      }));
    },

    addSuppression({ fingerprint, kind, subjects }, { agentId, at }) {
      insertSuppression.run(fingerprint, kind, JSON.stringify(subjects), at, agentId);
    },

    removeSuppression(fingerprint) {
      deleteSuppression.run(fingerprint);
    },
  });
}
