import type { Project } from '../memory/memory.js';

/** Types of audit runs and their findings. Times are in ms since the epoch. */

export const auditScopes = ['project', 'global', 'cross'] as const;
export type AuditScope = (typeof auditScopes)[number];

export const findingKinds = [
  'duplicate_memory',
  'conflicting_decision',
  'stale_context',
  'unused_skill',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export const severities = ['low', 'medium', 'high'] as const;
export type Severity = (typeof severities)[number];

/** Result of a check: a finding before it belongs to a run. */
export interface Observation {
  kind: FindingKind;
  severity: Severity;
  title: string;
  detail: string;
  /** memory_ids of the memories. For a conflict, the newer memory is first. */
  memoryIds: readonly string[];
  /** Evidence, one line each: quotes of the texts, then the reasons. */
  evidence: readonly string[];
  suggestion: string;
  /** Author of the judgement: `rules` (default), `model:<name>` or `agent:<id>`. */
  judgedBy?: string;
  /** 0 to 1; omitted or null if the author gave no confidence. */
  confidence?: number | null;
  /** The last moment at which a stale text is valid, if the text names a date. */
  validUntil?: number | null;
  /**
   * Digests of the subjects, which change if a text changes. The kind and the subjects determine the
   * fingerprint; the order of the subjects has no effect.
   */
  subjects: readonly string[];
}

export interface Finding extends Required<Observation> {
  findingId: string;
  /** Identifies the finding across runs: the same kind and texts have the same fingerprint. */
  fingerprint: string;
  state: 'reported' | 'suppressed';
}

export type CountsByKind = Record<FindingKind, number>;

export interface AuditRunSummary {
  runId: string;
  scope: AuditScope;
  /** The audited project; null unless the scope is `project`. */
  project: Project | null;
  skillsDir: string | null;
  configDir: string | null;
  state: 'running' | 'finished' | 'failed';
  startedAt: number;
  finishedAt: number | null;
  /** Error message of a failed run. */
  error: string | null;
  memoriesChecked: number;
  /** Number of findings by kind. */
  counts: CountsByKind;
  /** Number of findings omitted from the run because they were suppressed before, by kind. */
  suppressedCounts: CountsByKind;
  /**
   * Messages about texts that the run did not check, for example because of a limit or an unreadable file.
   */
  notes: readonly string[];
}

export interface AuditRun extends AuditRunSummary {
  findings: readonly Finding[];
  /** Pairs that no judge could decide, the most outstanding first: see `outstandingPairs`. */
  undecided: readonly UndecidedPair[];
}

/**
 * Two memories that may be duplicates or contradict each other. Their contents are read when the pair is
 * displayed.
 */
export interface UndecidedPair {
  memoryIds: readonly [string, string];
  /**
   * Digest of both contents when they were compared. If a content changes, the pair is not valid any more.
   */
  digest: string;
  /** Cosine of the two contents. */
  similarity: number;
  /** Reason why no judge could decide. */
  why: string;
}

export function noCounts(): CountsByKind {
  return { duplicate_memory: 0, conflicting_decision: 0, stale_context: 0, unused_skill: 0 };
}

/** Completes counts of another version: missing kinds count 0, and unknown kinds are ignored. */
export function readCounts(counts: Readonly<Record<string, number>>): CountsByKind {
  const known = Object.entries(counts).filter(([kind]) => isFindingKind(kind));
  return { ...noCounts(), ...Object.fromEntries(known) };
}

export const isFindingKind = (kind: string): kind is FindingKind =>
  (findingKinds as readonly string[]).includes(kind);

export function countByKind(observations: readonly { kind: FindingKind }[]): CountsByKind {
  const counts = noCounts();
  for (const { kind } of observations) counts[kind]++;
  return counts;
}
