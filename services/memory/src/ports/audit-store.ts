import type { MaybePromise } from '@anima/service/maybe-promise';
import type {
  AuditRun,
  AuditRunSummary,
  CountsByKind,
  Finding,
  UndecidedPair,
} from '../domain/audit/audit-run.js';
import type { Suppression } from '../domain/audit/suppression.js';
import type { Project } from '../domain/memory/memory.js';

/**
 * Where audit runs live. Here they are read; they are written in transactions, see transaction.ts. Whether a finding is suppressed is
 * known by its fingerprint, so it shows in every run that has it.
 */
export interface AuditStore {
  byId(runId: string): MaybePromise<AuditRun | null>;
  /** Newest first; `project` null takes the runs of every scope. */
  history(options: {
    project: Project | null;
    limit: number;
  }): MaybePromise<{ runs: AuditRunSummary[]; total: number }>;
}

/** Audit runs inside of a transaction. */
export interface AuditWrites {
  /** A run that begins: state running, no findings. A runId that is there already is refused. */
  insert(run: NewAuditRun): MaybePromise<void>;
  /**
   * The oldest runs go where there are more than `keep`, a few at a time: none that runs, and not the last one with a finding that is
   * suppressed, for what was suppressed is in no later run, and without it nobody could take the suppression back. Suppressions stay.
   */
  removeOutdated(keep: number): MaybePromise<void>;
  byId(runId: string): MaybePromise<AuditRun | null>;
  /** Of the runs that have this note, the one that began last. */
  lastNoted(note: string): MaybePromise<AuditRun | null>;
  /** Ids of the runs that have begun and not ended, but for those that another process of this store is at work on. */
  running(): MaybePromise<string[]>;
  /** Of a run that is there. A findingId that is there already is refused. */
  end(runId: string, ending: AuditEnding): MaybePromise<void>;
  /** Findings that come to an ended run, behind those it has; it then has these totals. A findingId that is there already is refused. */
  addFindings(
    runId: string,
    findings: readonly Omit<Finding, 'state'>[],
    totals: Pick<AuditEnding, 'counts' | 'memoriesChecked'>,
  ): MaybePromise<void>;
  /** Null where the run is not there, or has no such finding. */
  finding(target: FindingAddress): MaybePromise<Finding | null>;
  suppressions(): MaybePromise<Suppression[]>;
  /** One that is not there yet. */
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
  /** Why it failed. */
  error: string | null;
  memoriesChecked: number;
  findings: readonly Omit<Finding, 'state'>[];
  undecided: readonly UndecidedPair[];
  counts: CountsByKind;
  suppressedCounts: CountsByKind;
  notes: readonly string[];
}
