import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { AuditRun, Finding } from '../../audit/audit-run.js';
import type { AuditStore, AuditWrites, FindingAddress } from '../../audit/audit-store.js';
import {
  type AuditRunRow,
  auditRunFromRow,
  type FindingRow,
  findingFromRow,
  undecidedFromRow,
} from './audit-row.js';
import type { ProjectRegistry } from './project-registry.js';

interface ReportedFindingRow extends FindingRow {
  suppressed: number;
}

/** Creates an audit store that reads through one connection. */
export function createSqliteAuditStore(options: {
  reads: DatabaseSyncInstance;
  projects: ProjectRegistry;
}): AuditStore & Pick<AuditWrites, 'byId' | 'finding'> {
  const { reads, projects } = options;
  const findingColumns = `audit_findings.*,
    EXISTS (SELECT 1 FROM audit_suppressions AS s WHERE s.fingerprint = audit_findings.fingerprint) AS suppressed`;
  const selectRun = reads.prepare('SELECT * FROM audit_runs WHERE run_id = ?');
  const selectFindings = reads.prepare(
    `SELECT ${findingColumns} FROM audit_findings WHERE run_key = ? ORDER BY position`,
  );
  const selectFinding = reads.prepare(`
    SELECT ${findingColumns} FROM audit_findings
    WHERE run_key = (SELECT run_key FROM audit_runs WHERE run_id = ?) AND finding_id = ?`);
  const ofProject = `FROM audit_runs WHERE :project IS NULL
    OR project_key = (SELECT project_key FROM projects WHERE project_id = :project)`;
  const selectHistory = reads.prepare(`SELECT * ${ofProject} ORDER BY run_key DESC LIMIT :limit`);
  const countHistory = reads.prepare(`SELECT count(*) AS total ${ofProject}`);

  const toSummary = (row: AuditRunRow) =>
    auditRunFromRow(row, row.project_key === null ? null : projects.byKey(row.project_key));

  return {
    byId(runId): AuditRun | null {
      const row = selectRun.get(runId) as AuditRunRow | undefined;
      if (row === undefined) return null;
      const findings = selectFindings.all(row.run_key) as unknown as ReportedFindingRow[];
      return {
        ...toSummary(row),
        findings: findings.map(toFinding),
        undecided: undecidedFromRow(row),
      };
    },

    finding({ runId, findingId }: FindingAddress): Finding | null {
      const row = selectFinding.get(runId, findingId) as ReportedFindingRow | undefined;
      return row === undefined ? null : toFinding(row);
    },

    history({ project, limit }) {
      const projectId = project?.projectId ?? null;
      const rows = selectHistory.all({ project: projectId, limit }) as unknown as AuditRunRow[];
      const { total } = countHistory.get({ project: projectId }) as { total: number };
      return { runs: rows.map(toSummary), total };
    },
  };
}

function toFinding(row: ReportedFindingRow): Finding {
  return { ...findingFromRow(row), state: row.suppressed === 1 ? 'suppressed' : 'reported' };
}
