import { AppError } from '@anima/service/errors';
import type { EventOutbox, ServiceEvent } from '@anima/service/events';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  type AuditRun,
  type AuditRunSummary,
  type CountsByKind,
  countByKind,
  type Finding,
  type FindingKind,
  noCounts,
} from '../../domain/audit/audit-run.js';
import type { Suppression } from '../../domain/audit/suppression.js';
import type { AuditStore, FindingAddress } from '../../ports/audit-store.js';
import {
  type AuditRunRow,
  auditRunFromRow,
  type FindingRow,
  findingFromRow,
  findingParameters,
} from './audit-row.js';
import type { GroupCommit } from './group-commit.js';
import type { ProjectRegistry } from './project-registry.js';

interface ReportedFindingRow extends FindingRow {
  suppressed: number;
}

/** A run may have thousands of findings, and nobody is to wait for their removal. */
const REMOVE_AT_ONCE = 4;

export function createSqliteAuditStore(options: {
  db: DatabaseSyncInstance;
  commits: GroupCommit;
  projects: ProjectRegistry;
  events: EventOutbox;
  /** How many runs stay when one begins. */
  keepRuns: number;
}): AuditStore {
  const { db, commits, projects, events, keepRuns } = options;
  const insertRun = db.prepare(`
    INSERT INTO audit_runs (run_id, scope, project_key, skills_dir, config_dir, state, started_at, counts,
      suppressed_counts, notes)
    VALUES (:id, :scope, :project, :skills, :config, 'running', :started, :none, :none, '[]')`);
  const endRun = db.prepare(`
    UPDATE audit_runs SET state = :state, finished_at = :finished, error = :error, memories_checked = :checked,
      counts = :counts, suppressed_counts = :suppressed, notes = :notes
    WHERE run_key = :key`);
  const insertFinding = db.prepare(`
    INSERT INTO audit_findings (run_key, position, finding_id, kind, severity, title, detail, memory_ids, evidence,
      suggestion, subjects, fingerprint)
    VALUES (:run, :position, :id, :kind, :severity, :title, :detail, :memories, :evidence, :suggestion, :subjects,
      :fingerprint)`);
  const findingColumns = `audit_findings.*,
    EXISTS (SELECT 1 FROM audit_suppressions AS s WHERE s.fingerprint = audit_findings.fingerprint) AS suppressed`;
  const selectRun = db.prepare('SELECT * FROM audit_runs WHERE run_id = ?');
  const selectUnfinished = db.prepare("SELECT * FROM audit_runs WHERE state = 'running'");
  const selectFindings = db.prepare(
    `SELECT ${findingColumns} FROM audit_findings WHERE run_key = ? ORDER BY position`,
  );
  const selectFinding = db.prepare(
    `SELECT ${findingColumns} FROM audit_findings WHERE run_key = ? AND finding_id = ?`,
  );
  const ofProject = `FROM audit_runs WHERE :project IS NULL
    OR project_key = (SELECT project_key FROM projects WHERE project_id = :project)`;
  const selectHistory = db.prepare(`SELECT * ${ofProject} ORDER BY run_key DESC LIMIT :limit`);
  const countHistory = db.prepare(`SELECT count(*) AS total ${ofProject}`);
  const selectSuppressions = db.prepare('SELECT fingerprint, kind, subjects FROM audit_suppressions');
  const insertSuppression = db.prepare(`
    INSERT INTO audit_suppressions (fingerprint, kind, subjects, suppressed_at, agent_id) VALUES (?, ?, ?, ?, ?)`);
  // What was suppressed is in no later run: without the last one that has it, nobody could take the suppression back.
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
  const deleteSuppression = db.prepare('DELETE FROM audit_suppressions WHERE fingerprint = ?');

  function runRow(runId: string): AuditRunRow {
    const row = selectRun.get(runId) as AuditRunRow | undefined;
    if (row === undefined) throw new AppError('audit_run_not_found', 'No audit run has this run_id');
    return row;
  }

  function toSummary(row: AuditRunRow): AuditRunSummary {
    return auditRunFromRow(row, row.project_key === null ? null : projects.byKey(row.project_key));
  }

  function toRun(row: AuditRunRow): AuditRun {
    const findings = (selectFindings.all(row.run_key) as unknown as ReportedFindingRow[]).map(toFinding);
    return { ...toSummary(row), findings };
  }

  function suppressions(): Suppression[] {
    const rows = selectSuppressions.all() as { fingerprint: string; kind: string; subjects: string }[];
    return rows.map(({ fingerprint, kind, subjects }) => ({
      fingerprint,
      kind: kind as FindingKind,
      subjects: JSON.parse(subjects) as string[],
    }));
  }

  /** Inside a transaction. */
  function removeOutdated(): void {
    for (const { run_key } of selectOutdated.all({ keep: keepRuns }) as { run_key: number }[]) {
      deleteFindings.run(run_key);
      deleteRun.run(run_key);
    }
  }

  /** Inside a transaction; the event of a run that has ended. */
  function end(
    row: AuditRunRow,
    outcome: {
      state: 'finished' | 'failed';
      finishedAt: number;
      error: string | null;
      memoriesChecked: number;
      counts: CountsByKind;
      suppressedCounts: CountsByKind;
      notes: readonly string[];
    },
  ): ServiceEvent {
    endRun.run({
      key: row.run_key,
      state: outcome.state,
      finished: outcome.finishedAt,
      error: outcome.error,
      checked: outcome.memoriesChecked,
      counts: JSON.stringify(outcome.counts),
      suppressed: JSON.stringify(outcome.suppressedCounts),
      notes: JSON.stringify(outcome.notes),
    });
    return events.record('audit.finished', {
      run_id: row.run_id,
      state: outcome.state,
      counts: outcome.counts,
    });
  }

  function endFailed(row: AuditRunRow, finishedAt: number, error: string): ServiceEvent {
    return end(row, {
      state: 'failed',
      finishedAt,
      error,
      memoriesChecked: 0,
      counts: noCounts(),
      suppressedCounts: noCounts(),
      notes: [],
    });
  }

  return {
    async begin(run) {
      await commits.run((afterCommit) => {
        insertRun.run({
          id: run.runId,
          scope: run.scope,
          project: run.project === null ? null : projects.keyOf(run.project, afterCommit),
          skills: run.skillsDir,
          config: run.configDir,
          started: run.startedAt,
          none: JSON.stringify(noCounts()),
        });
        removeOutdated();
        const event = events.record('audit.started', {
          run_id: run.runId,
          scope: run.scope,
          project_id: run.project?.projectId ?? null,
        });
        afterCommit(() => events.announce([event]));
      });
    },

    async progress(runId, { phase, done, total }) {
      await commits.run((afterCommit) => {
        const event = events.record('audit.progress', { run_id: runId, phase, done, total });
        afterCommit(() => events.announce([event]));
      });
    },

    finish(runId, conclude) {
      return commits.run((afterCommit) => {
        const row = runRow(runId);
        const { findings, ...outcome } = conclude(suppressions());
        findings.forEach((finding, position) => {
          insertFinding.run({ run: row.run_key, position, ...findingParameters(finding) });
        });
        const event = end(row, { ...outcome, state: 'finished', error: null, counts: countByKind(findings) });
        afterCommit(() => events.announce([event]));
        return toRun(runRow(runId));
      });
    },

    fail(runId, finishedAt, error) {
      return commits.run((afterCommit) => {
        const event = endFailed(runRow(runId), finishedAt, error);
        afterCommit(() => events.announce([event]));
        return toRun(runRow(runId));
      });
    },

    failUnfinished(at, reason) {
      return commits.run((afterCommit) => {
        const rows = selectUnfinished.all() as unknown as AuditRunRow[];
        const told = rows.map((row) => endFailed(row, at, reason));
        afterCommit(() => events.announce(told));
        return rows.length;
      });
    },

    byId(runId) {
      const row = selectRun.get(runId) as AuditRunRow | undefined;
      return row === undefined ? null : toRun(row);
    },

    history({ project, limit }) {
      const projectId = project?.projectId ?? null;
      const rows = selectHistory.all({ project: projectId, limit }) as unknown as AuditRunRow[];
      const { total } = countHistory.get({ project: projectId }) as { total: number };
      return { runs: rows.map(toSummary), total };
    },

    setSuppressed({ runId, findingId }: FindingAddress, suppressed, { agentId, at }) {
      return commits.run((afterCommit) => {
        const run = runRow(runId);
        const row = selectFinding.get(run.run_key, findingId) as ReportedFindingRow | undefined;
        if (row === undefined)
          throw new AppError(
            'audit_finding_not_found',
            'The run with this run_id has no finding with this finding_id',
          );
        const state: Finding['state'] = suppressed ? 'suppressed' : 'reported';
        const finding = { ...toFinding(row), state };
        if (toFinding(row).state === state) return finding;
        if (suppressed) insertSuppression.run(row.fingerprint, row.kind, row.subjects, at, agentId);
        else deleteSuppression.run(row.fingerprint);
        const event = events.record(suppressed ? 'audit.suppressed' : 'audit.unsuppressed', {
          run_id: runId,
          finding_id: findingId,
          fingerprint: row.fingerprint,
          agent_id: agentId,
        });
        afterCommit(() => events.announce([event]));
        return finding;
      });
    },
  };
}

function toFinding(row: ReportedFindingRow): Finding {
  return { ...findingFromRow(row), state: row.suppressed === 1 ? 'suppressed' : 'reported' };
}
