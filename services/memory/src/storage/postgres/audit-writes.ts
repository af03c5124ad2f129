import { type FindingKind, noCounts } from '../../audit/audit-run.js';
import type { AuditEnding, AuditWrites } from '../../audit/audit-store.js';
import type { Suppression } from '../../audit/suppression.js';
import { createPostgresAuditStore } from './audit-store.js';
import type { WriteTransaction } from './commits.js';
import { isGone, type OwnProcess } from './processes.js';
import type { ProjectRegistry } from './project-registry.js';

/**
 * Maximum number of runs removed in one transaction. A run can have thousands of findings, and other
 * transactions must not wait for their removal.
 */
const REMOVE_AT_ONCE = 4;

export interface AuditWritesOptions {
  projects: ProjectRegistry;
  own: OwnProcess;
}

const INSERT_RUN = `
  INSERT INTO audit_runs (run_id, scope, project_key, skills_dir, config_dir, state, process_id, started_at, counts, suppressed_counts)
  VALUES ($1, $2, $3, $4, $5, 'running', $6, $7, $8, $8)`;
const END_RUN = `
  UPDATE audit_runs SET state = $2, finished_at = $3, error = $4, memories_checked = $5, counts = $6, suppressed_counts = $7,
    notes = $8, undecided = $9
  WHERE run_id = $1`;
/** Appends findings after the existing findings of the run. */
const INSERT_FINDINGS = `
  INSERT INTO audit_findings (run_key, position, finding_id, fingerprint, finding)
  SELECT run_key, (SELECT count(*) FROM audit_findings WHERE run_key = runs.run_key) + place - 1,
    finding->>'findingId', finding->>'fingerprint', finding
  FROM audit_runs AS runs, json_array_elements($2::json) WITH ORDINALITY AS given (finding, place)
  WHERE run_id = $1`;
const REMOVE_OUTDATED = `
  WITH outdated AS (
    SELECT run_key FROM audit_runs AS run
    WHERE state <> 'running'
      AND run_key <= (SELECT run_key FROM audit_runs ORDER BY run_key DESC LIMIT 1 OFFSET $1)
      AND NOT EXISTS (
        SELECT 1 FROM audit_findings AS finding JOIN audit_suppressions USING (fingerprint)
        WHERE finding.run_key = run.run_key AND NOT EXISTS (
          SELECT 1 FROM audit_findings AS later
          WHERE later.fingerprint = finding.fingerprint AND later.run_key > run.run_key))
    ORDER BY run_key LIMIT ${REMOVE_AT_ONCE}
  ), without_findings AS (
    DELETE FROM audit_findings USING outdated WHERE audit_findings.run_key = outdated.run_key
  )
  DELETE FROM audit_runs USING outdated WHERE audit_runs.run_key = outdated.run_key`;

/** Creates the audit operations of transactions. */
export function createPostgresAuditWrites({
  projects,
  own,
}: AuditWritesOptions): (tx: WriteTransaction) => AuditWrites {
  return (tx) => {
    const { byId, finding } = createPostgresAuditStore({ db: tx });

    async function insertFindings(runId: string, findings: AuditEnding['findings']): Promise<void> {
      if (findings.length > 0) await tx.query(INSERT_FINDINGS, [runId, JSON.stringify(findings)]);
    }

    return {
      byId,
      finding,

      async insert(run) {
        const [written] = await projects.written(tx, run.project === null ? [] : [run.project]);
        await tx.query(INSERT_RUN, [
          run.runId,
          run.scope,
          written?.key ?? null,
          run.skillsDir,
          run.configDir,
          own.processId,
          run.startedAt,
          JSON.stringify(noCounts()),
        ]);
      },

      async removeOutdated(keep) {
        await tx.query(REMOVE_OUTDATED, [keep]);
      },

      async lastNoted(note) {
        // `json` stores the text unchanged, so the texts can be compared.
        const [row] = await tx.query<{ run_id: string }>(
          `SELECT run_id FROM audit_runs WHERE EXISTS (SELECT 1 FROM json_array_elements(notes) WHERE value::text = $1)
           ORDER BY run_key DESC LIMIT 1`,
          [JSON.stringify(note)],
        );
        return row === undefined ? null : byId(row.run_id);
      },

      async running() {
        const rows = await tx.query<{ run_id: string }>(
          `SELECT run_id FROM audit_runs
           WHERE state = 'running' AND (process_id = $1 OR ${isGone('audit_runs.process_id')}) ORDER BY run_key`,
          [own.processId],
        );
        return rows.map(({ run_id }) => run_id);
      },

      async addFindings(runId, findings, { counts, memoriesChecked }) {
        await insertFindings(runId, findings);
        await tx.query('UPDATE audit_runs SET counts = $2, memories_checked = $3 WHERE run_id = $1', [
          runId,
          JSON.stringify(counts),
          memoriesChecked,
        ]);
      },

      async end(runId, { findings, ...ending }) {
        await insertFindings(runId, findings);
        await tx.query(END_RUN, [
          runId,
          ending.state,
          ending.finishedAt,
          ending.error,
          ending.memoriesChecked,
          JSON.stringify(ending.counts),
          JSON.stringify(ending.suppressedCounts),
          JSON.stringify(ending.notes),
          JSON.stringify(ending.undecided),
        ]);
      },

      async suppressions() {
        const rows = await tx.query<{ fingerprint: string; kind: string; subjects: string[] }>(
          'SELECT fingerprint, kind, subjects FROM audit_suppressions ORDER BY suppressed_at, fingerprint',
        );
        return rows.map((row): Suppression => ({ ...row, kind: row.kind as FindingKind }));
      },

      async addSuppression({ fingerprint, kind, subjects }, { agentId, at }) {
        await tx.query(
          'INSERT INTO audit_suppressions (fingerprint, kind, subjects, suppressed_at, agent_id) VALUES ($1, $2, $3, $4, $5)',
          [fingerprint, kind, JSON.stringify(subjects), at, agentId],
        );
      },

      async removeSuppression(fingerprint) {
        await tx.query('DELETE FROM audit_suppressions WHERE fingerprint = $1', [fingerprint]);
      },
    };
  };
}
