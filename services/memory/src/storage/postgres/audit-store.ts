import type { PostgresQueries } from '@anima/service/postgres';
import {
  type AuditRunSummary,
  type CountsByKind,
  type Finding,
  readCounts,
  type UndecidedPair,
} from '../../audit/audit-run.js';
import type { AuditStore, AuditWrites } from '../../audit/audit-store.js';
import { type ProjectColumns, projectOf } from './memory-row.js';

/** A run with its project, as selected by `AUDIT_RUN_COLUMNS`. */
export interface AuditRunRow extends ProjectColumns {
  run_key: number;
  run_id: string;
  scope: string;
  skills_dir: string | null;
  config_dir: string | null;
  state: string;
  started_at: number;
  finished_at: number | null;
  error: string | null;
  memories_checked: number;
  counts: CountsByKind;
  suppressed_counts: CountsByKind;
  notes: string[];
  undecided: UndecidedPair[];
}

export function auditRunFromRow(row: AuditRunRow): AuditRunSummary {
  return {
    runId: row.run_id,
    scope: row.scope as AuditRunSummary['scope'],
    project: projectOf(row),
    skillsDir: row.skills_dir,
    configDir: row.config_dir,
    state: row.state as AuditRunSummary['state'],
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    error: row.error,
    memoriesChecked: row.memories_checked,
    counts: readCounts(row.counts),
    suppressedCounts: readCounts(row.suppressed_counts),
    notes: row.notes,
  };
}

interface FindingRow {
  finding: Omit<Finding, 'state'>;
  is_suppressed: boolean;
}

/** Columns to select from `RUNS_WITH_PROJECT`. */
export const AUDIT_RUN_COLUMNS =
  'audit_runs.*, projects.project_id, projects.name AS project_name, projects.created_at AS project_created_at';
export const RUNS_WITH_PROJECT = 'audit_runs LEFT JOIN projects USING (project_key)';
const FINDINGS = 'audit_findings LEFT JOIN audit_suppressions AS suppressions USING (fingerprint)';
const IS_SUPPRESSED = 'suppressions.fingerprint IS NOT NULL';
/**
 * Reads a run and its findings in one statement, so that an ended run is never returned without its findings.
 */
const RUN_WITH_FINDINGS = `
  SELECT ${AUDIT_RUN_COLUMNS}, (
    SELECT coalesce(json_agg(json_build_object('finding', finding, 'is_suppressed', ${IS_SUPPRESSED}) ORDER BY position), '[]')
    FROM ${FINDINGS} WHERE run_key = audit_runs.run_key) AS findings
  FROM ${RUNS_WITH_PROJECT} WHERE run_id = $1`;
const OF_PROJECT =
  '($1::text IS NULL OR project_key = (SELECT project_key FROM projects WHERE project_id = $1))';

/** Creates an audit store that reads with these queries: of the database, or of a transaction. */
export function createPostgresAuditStore({
  db,
}: {
  db: PostgresQueries;
}): AuditStore & Pick<AuditWrites, 'byId' | 'finding'> {
  return {
    async byId(runId) {
      const [row] = await db.query<AuditRunRow & { findings: FindingRow[] }>(RUN_WITH_FINDINGS, [runId]);
      if (row === undefined) return null;
      return { ...auditRunFromRow(row), findings: row.findings.map(toFinding), undecided: row.undecided };
    },

    async finding({ runId, findingId }) {
      const [row] = await db.query<FindingRow>(
        `SELECT finding, ${IS_SUPPRESSED} AS is_suppressed FROM ${FINDINGS}
         WHERE finding_id = $2 AND run_key = (SELECT run_key FROM audit_runs WHERE run_id = $1)`,
        [runId, findingId],
      );
      return row === undefined ? null : toFinding(row);
    },

    async history({ project, limit }) {
      const projectId = project?.projectId ?? null;
      const [rows, [count]] = await Promise.all([
        db.query<AuditRunRow>(
          `SELECT ${AUDIT_RUN_COLUMNS} FROM ${RUNS_WITH_PROJECT} WHERE ${OF_PROJECT} ORDER BY run_key DESC LIMIT $2`,
          [projectId, limit],
        ),
        db.query<{ total: number }>(`SELECT count(*) AS total FROM audit_runs WHERE ${OF_PROJECT}`, [
          projectId,
        ]),
      ]);
      return { runs: rows.map(auditRunFromRow), total: count?.total ?? 0 };
    },
  };
}

function toFinding({ finding, is_suppressed }: FindingRow): Finding {
  return { ...finding, state: is_suppressed ? 'suppressed' : 'reported' };
}
