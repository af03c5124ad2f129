import { AppError } from '@anima/service/errors';
import type { Transaction, WithTransaction } from '../storage/transaction.js';
import { type AuditRun, countByKind, type Finding, noCounts } from './audit-run.js';
import type { AuditEnding, FindingAddress, NewAuditRun } from './audit-store.js';
import type { Suppression } from './suppression.js';

/** Result of an audit before it is stored as the end of its run. */
export type AuditOutcome = Omit<AuditEnding, 'state' | 'error' | 'counts'>;

export interface AuditProgress {
  phase: string;
  done: number;
  total: number;
}

/** Stores a new run and deletes the oldest runs if there are more than `keepRuns`. */
export function beginRun(
  withTransaction: WithTransaction,
  run: NewAuditRun,
  keepRuns: number,
): Promise<void> {
  return withTransaction(async (tx) => {
    await tx.audits.insert(run);
    await tx.audits.removeOutdated(keepRuns);
    tx.record('audit.started', {
      run_id: run.runId,
      scope: run.scope,
      project_id: run.project?.projectId ?? null,
    });
  });
}

/** Records the progress of a running audit as an event. No other data is stored. */
export function noteProgress(
  withTransaction: WithTransaction,
  runId: string,
  { phase, done, total }: AuditProgress,
): Promise<void> {
  return withTransaction((tx) => tx.record('audit.progress', { run_id: runId, phase, done, total }));
}

/** Stores the end of a running audit. `conclude` receives the suppressions at that time. */
export function finishRun(
  withTransaction: WithTransaction,
  runId: string,
  conclude: (suppressions: readonly Suppression[]) => AuditOutcome,
): Promise<AuditRun> {
  return withTransaction(async (tx) => {
    const outcome = conclude(await tx.audits.suppressions());
    const counts = countByKind(outcome.findings);
    return endRun(tx, runId, { ...outcome, state: 'finished', error: null, counts });
  });
}

export function failRun(
  withTransaction: WithTransaction,
  runId: string,
  finishedAt: number,
  error: string,
): Promise<AuditRun> {
  return withTransaction((tx) => endRun(tx, runId, failure(finishedAt, error)));
}

/** Marks all running runs as failed with this reason. Resolves to their number. */
export function failUnfinishedRuns(
  withTransaction: WithTransaction,
  at: number,
  reason: string,
): Promise<number> {
  return withTransaction(async (tx) => {
    const running = await tx.audits.running();
    for (const runId of running) await endRun(tx, runId, failure(at, reason));
    return running.length;
  });
}

/**
 * Suppresses or unsuppresses a finding and resolves to its new state. A repeated call changes nothing and
 * records no event. Rejects with `audit_run_not_found`, or with `audit_finding_not_found` if the run has no
 * such finding.
 */
export function setSuppressed(
  withTransaction: WithTransaction,
  target: FindingAddress,
  suppressed: boolean,
  by: { agentId: string; at: number },
): Promise<Finding> {
  return withTransaction(async (tx) => {
    const finding = (await tx.audits.finding(target)) ?? (await unknownFinding(tx, target));
    const state: Finding['state'] = suppressed ? 'suppressed' : 'reported';
    if (finding.state === state) return finding;
    if (suppressed) await tx.audits.addSuppression(finding, by);
    else await tx.audits.removeSuppression(finding.fingerprint);
    tx.record(suppressed ? 'audit.suppressed' : 'audit.unsuppressed', {
      run_id: target.runId,
      finding_id: target.findingId,
      fingerprint: finding.fingerprint,
      agent_id: by.agentId,
    });
    return { ...finding, state };
  });
}

async function endRun(tx: Transaction, runId: string, ending: AuditEnding): Promise<AuditRun> {
  if ((await tx.audits.byId(runId)) === null) throw unknownRun();
  await tx.audits.end(runId, ending);
  tx.record('audit.finished', { run_id: runId, state: ending.state, counts: ending.counts });
  return (await tx.audits.byId(runId))!;
}

function failure(finishedAt: number, error: string): AuditEnding {
  return {
    state: 'failed',
    finishedAt,
    error,
    memoriesChecked: 0,
    findings: [],
    undecided: [],
    counts: noCounts(),
    suppressedCounts: noCounts(),
    notes: [],
  };
}

async function unknownFinding(tx: Transaction, { runId }: FindingAddress): Promise<never> {
  if ((await tx.audits.byId(runId)) === null) throw unknownRun();
  throw new AppError(
    'audit_finding_not_found',
    'The run with this run_id has no finding with this finding_id',
  );
}

/** Throws `audit_running` if the run has not ended, because its findings are stored at the end. */
export function requireEnded({ runId, state }: AuditRun): void {
  if (state === 'running')
    throw new AppError('audit_running', `Expected a run that has ended, received ${runId}, which is running`);
}

export function unknownRun(): AppError {
  return new AppError('audit_run_not_found', 'No audit run has this run_id');
}
