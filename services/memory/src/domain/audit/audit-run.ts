import type { Project } from '../memory/memory.js';

/** What an audit is and finds. Times are ms since the epoch. */

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

/** What a check hands over: a finding before it belongs to a run. */
export interface Observation {
  kind: FindingKind;
  severity: Severity;
  title: string;
  detail: string;
  /** Of a conflict, the newer memory first. */
  memoryIds: readonly string[];
  /** What convinced the check, one line each: quotes of the texts, then the reasons. */
  evidence: readonly string[];
  suggestion: string;
  /** `rules` unless said otherwise: `model:` and its name, or `agent:` and its id. */
  judgedBy?: string;
  /** 0 to 1; none where the one who judged gave none. */
  confidence?: number | null;
  /** Of what is stale: the last moment at which the text says it holds, where it names one. */
  validUntil?: number | null;
  /**
   * What it is about, as digests that change when a text changes. Together with the kind they make the fingerprint;
   * order does not matter.
   */
  subjects: readonly string[];
}

export interface Finding extends Required<Observation> {
  findingId: string;
  /** The same in every run that finds the same thing in the same texts. */
  fingerprint: string;
  state: 'reported' | 'suppressed';
}

export type CountsByKind = Record<FindingKind, number>;

export interface AuditRunSummary {
  runId: string;
  scope: AuditScope;
  /** Of scope project. */
  project: Project | null;
  skillsDir: string | null;
  configDir: string | null;
  state: 'running' | 'finished' | 'failed';
  startedAt: number;
  finishedAt: number | null;
  /** Why it failed. */
  error: string | null;
  memoriesChecked: number;
  /** Of the findings. */
  counts: CountsByKind;
  /** Found again, but left out because they were suppressed before. */
  suppressedCounts: CountsByKind;
  /** What the run left unchecked, and why: a limit that was reached, a file that could not be read. */
  notes: readonly string[];
}

export interface AuditRun extends AuditRunSummary {
  findings: readonly Finding[];
  /** What no judge could tell, what stands out most first. */
  undecided: readonly UndecidedPair[];
}

/** Two memories that may say the same or contradict one another; their texts are read when they are shown. */
export interface UndecidedPair {
  memoryIds: readonly [string, string];
  /** Of both texts as they were compared: with another text it is another pair. */
  digest: string;
  /** Cosine of the two. */
  similarity: number;
  /** Why no judge could tell. */
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
