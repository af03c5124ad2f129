import type { AuditRun, AuditRunSummary, CountsByKind, Finding } from '../domain/audit/audit-run.js';
import type { Suppression } from '../domain/audit/suppression.js';
import type { Project } from '../domain/memory/memory.js';

/**
 * Where audit runs live.
 *
 * Promises of every adapter: what resolved is durable, what rejected has changed nothing, and the events
 * `audit.started`, `audit.progress`, `audit.finished`, `audit.suppressed` and `audit.unsuppressed` are told after the
 * commit. Whether a finding is suppressed is known by its fingerprint, so it shows in every run that has it.
 */
export interface AuditStore {
  /**
   * Stores a run that begins: state running, no findings. The oldest runs make room for it where there are as many as the store
   * is to keep, except the last one with a finding that is suppressed. Suppressions stay.
   */
  begin(run: NewAuditRun): Promise<void>;
  /** Tells how far a running audit is; nothing of it is kept but the event. */
  progress(runId: string, progress: AuditProgress): Promise<void>;
  /**
   * Stores the end of a running audit. `conclude` sees what is suppressed at that moment, inside the transaction,
   * and must be synchronous.
   */
  finish(runId: string, conclude: (suppressions: readonly Suppression[]) => AuditOutcome): Promise<AuditRun>;
  fail(runId: string, finishedAt: number, error: string): Promise<AuditRun>;
  /** Runs that have begun and not ended become failed, for this reason; resolves to how many there were. */
  failUnfinished(at: number, reason: string): Promise<number>;

  byId(runId: string): AuditRun | null;
  /** Newest first; `project` null takes the runs of every scope. */
  history(options: { project: Project | null; limit: number }): { runs: AuditRunSummary[]; total: number };

  /**
   * Resolves to the finding as it is then. Doing it again changes nothing and tells nothing. Rejects with
   * `audit_run_not_found`, or `audit_finding_not_found` where the run has no such finding.
   */
  setSuppressed(
    target: FindingAddress,
    suppressed: boolean,
    by: { agentId: string; at: number },
  ): Promise<Finding>;
}

export interface FindingAddress {
  runId: string;
  findingId: string;
}

export type NewAuditRun = Pick<
  AuditRunSummary,
  'runId' | 'scope' | 'project' | 'skillsDir' | 'configDir' | 'startedAt'
>;

export interface AuditOutcome {
  finishedAt: number;
  memoriesChecked: number;
  findings: readonly Omit<Finding, 'state'>[];
  suppressedCounts: CountsByKind;
  notes: readonly string[];
}

export interface AuditProgress {
  phase: string;
  done: number;
  total: number;
}
