import { storedJson } from '@anima/service/sqlite';
import { type AuditRunSummary, type Finding, readCounts, type UndecidedPair } from '../../audit/audit-run.js';
import type { Project } from '../../memory/memory.js';

/** Row of `audit_runs` as SQLite returns it. */
export interface AuditRunRow {
  run_key: number;
  run_id: string;
  scope: string;
  project_key: number | null;
  skills_dir: string | null;
  config_dir: string | null;
  state: string;
  started_at: number;
  finished_at: number | null;
  error: string | null;
  memories_checked: number;
  counts: string;
  suppressed_counts: string;
  notes: string;
  undecided: string;
}

export function auditRunFromRow(row: AuditRunRow, project: Project | null): AuditRunSummary {
  return {
    runId: row.run_id,
    scope: row.scope as AuditRunSummary['scope'],
    project,
    skillsDir: row.skills_dir,
    configDir: row.config_dir,
    state: row.state as AuditRunSummary['state'],
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    error: row.error,
    memoriesChecked: row.memories_checked,
    counts: readCounts(storedJson(row.counts, 'an audit run')),
    suppressedCounts: readCounts(storedJson(row.suppressed_counts, 'an audit run')),
    notes: storedJson<string[]>(row.notes, 'an audit run'),
  };
}

export function undecidedFromRow(row: AuditRunRow): UndecidedPair[] {
  return storedJson<UndecidedPair[]>(row.undecided, 'an audit run');
}

/** Row of `audit_findings`. */
export interface FindingRow {
  finding_id: string;
  kind: string;
  severity: string;
  title: string;
  detail: string;
  memory_ids: string;
  evidence: string;
  suggestion: string;
  subjects: string;
  fingerprint: string;
  judged_by: string;
  confidence: number | null;
  valid_until: number | null;
}

/** A finding without its state, which is derived from the suppressions. */
type StoredFinding = Omit<Finding, 'state'>;

export function findingFromRow(row: FindingRow): StoredFinding {
  return {
    findingId: row.finding_id,
    kind: row.kind as Finding['kind'],
    severity: row.severity as Finding['severity'],
    title: row.title,
    detail: row.detail,
    memoryIds: storedJson<string[]>(row.memory_ids, 'an audit finding'),
    evidence: storedJson<string[]>(row.evidence, 'an audit finding'),
    suggestion: row.suggestion,
    subjects: storedJson<string[]>(row.subjects, 'an audit finding'),
    fingerprint: row.fingerprint,
    judgedBy: row.judged_by,
    confidence: row.confidence,
    validUntil: row.valid_until,
  };
}

/** Returns the parameters of a statement that inserts a finding. */
export function findingParameters(finding: StoredFinding) {
  return {
    id: finding.findingId,
    kind: finding.kind,
    severity: finding.severity,
    title: finding.title,
    detail: finding.detail,
    memories: JSON.stringify(finding.memoryIds),
    evidence: JSON.stringify(finding.evidence),
    suggestion: finding.suggestion,
    subjects: JSON.stringify(finding.subjects),
    fingerprint: finding.fingerprint,
    judgedBy: finding.judgedBy,
    confidence: finding.confidence,
    validUntil: finding.validUntil,
  };
}
