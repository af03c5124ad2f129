import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Project } from '../memory/memory.js';
import type { AuditRun, AuditRunSummary, CountsByKind, Finding, UndecidedPair } from './audit-run.js';
import type { Suppression } from './suppression.js';

/**
 * Stored audit runs. This interface reads them; transactions write them, see transaction.ts. Suppressions are
 * stored by fingerprint, so every run shows the state of a finding.
 */
export interface AuditStore {
  byId(runId: string): MaybePromise<AuditRun | null>;
  /** Lists runs, newest first; with `project` null, the runs of every scope. */
  history(options: {
    project: Project | null;
    limit: number;
  }): MaybePromise<{ runs: AuditRunSummary[]; total: number }>;
}

/** Audit runs inside a transaction. */
export interface AuditWrites {
  /** Inserts a run that starts: its state is running and it has no findings. Rejects a runId that exists. */
  insert(run: NewAuditRun): MaybePromise<void>;
  /**
   * Removes the oldest runs if there are more than `keep`, a few in each call. Keeps running runs. Also keeps
   * the last run that contains a suppressed finding: later runs omit that finding, and without this run the
   * caller could not lift the suppression. Suppressions are not removed.
   */
  removeOutdated(keep: number): MaybePromise<void>;
  byId(runId: string): MaybePromise<AuditRun | null>;
  /** Returns the run that started last among the runs with this note. */
  lastNoted(note: string): MaybePromise<AuditRun | null>;
  /** Ids of the runs that have not ended, except the runs that another process of this store executes. */
  running(): MaybePromise<string[]>;
  /** Ends a stored run. Rejects a findingId that exists. */
  end(runId: string, ending: AuditEnding): MaybePromise<void>;
  /** Appends findings to a run that has ended and sets its totals. Rejects a findingId that exists. */
  addFindings(
    runId: string,
    findings: readonly Omit<Finding, 'state'>[],
    totals: Pick<AuditEnding, 'counts' | 'memoriesChecked'>,
  ): MaybePromise<void>;
  /** Returns null if the run does not exist or has no such finding. */
  finding(target: FindingAddress): MaybePromise<Finding | null>;
  suppressions(): MaybePromise<Suppression[]>;
  /** Adds a suppression; its fingerprint must not be suppressed yet. */
  addSuppression(suppression: Suppression, by: { agentId: string; at: number }): MaybePromise<void>;
  removeSuppression(fingerprint: string): MaybePromise<void>;
}

export interface FindingAddress {
  runId: string;
  findingId: string;
}

export type NewAuditRun = Pick<
  AuditRunSummary,
  'runId' | 'scope' | 'project' | 'skillsDir' | 'configDir' | 'startedAt'
>;

export interface AuditEnding {
  state: 'finished' | 'failed';
  finishedAt: number;
  /** Reason of the failure. */
  error: string | null;
  memoriesChecked: number;
  findings: readonly Omit<Finding, 'state'>[];
  undecided: readonly UndecidedPair[];
  counts: CountsByKind;
  suppressedCounts: CountsByKind;
  notes: readonly string[];
}
