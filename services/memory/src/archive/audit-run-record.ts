import { IsoTime, isoTime, isoTimeToMs, Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import {
  type AuditRunSummary,
  auditScopes,
  type Finding,
  type FindingKind,
  isFindingKind,
  readCounts,
  severities,
  type UndecidedPair,
} from '../audit/audit-run.js';
import { createRecordCheck } from './record-check.js';

/** Audit run in an archive. Archives contain only finished and failed runs. */
export interface ArchivedAuditRun extends Omit<AuditRunSummary, 'state'> {
  state: 'finished' | 'failed';
  findings: readonly ArchivedFinding[];
  undecided: readonly UndecidedPair[];
}

export interface ArchivedFinding extends Omit<Finding, 'state'> {
  /**
   * Agent that suppressed the finding, and the time in milliseconds; null if the finding is not suppressed.
   */
  suppression: { agentId: string; at: number } | null;
}

const Text = Type.String();
const Texts = Type.Array(Text);
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/**
 * Counts by kind. Another version can have other kinds: missing kinds count as 0, unknown kinds are ignored.
 */
const Counts = Type.Record(Type.String(), Count);

const AuditRunArchiveRecord = strictObject({
  run_id: Uuid,
  scope: Type.Enum([...auditScopes]),
  project_id: Nullable(Uuid),
  project: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
  skills_dir: Nullable(Text),
  config_dir: Nullable(Text),
  state: Type.Enum(['finished', 'failed']),
  started_at: IsoTime,
  finished_at: Nullable(IsoTime),
  error: Nullable(Text),
  memories_checked: Count,
  counts: Counts,
  suppressed_counts: Counts,
  notes: Texts,
  findings: Type.Array(
    strictObject({
      finding_id: Uuid,
      kind: Type.String({ minLength: 1, maxLength: 64 }),
      severity: Type.Enum([...severities]),
      title: Text,
      detail: Text,
      memory_ids: Type.Array(Uuid),
      evidence: Texts,
      suggestion: Text,
      subjects: Texts,
      fingerprint: Type.String({ minLength: 1, maxLength: 256 }),
      // Archives of older versions lack these fields, because only the rules judged then.
      judged_by: Type.Optional(Text),
      confidence: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
      valid_until: Type.Optional(Nullable(IsoTime)),
      suppression: Nullable(strictObject({ agent_id: Text, suppressed_at: IsoTime })),
    }),
  ),
  undecided: Type.Optional(
    Type.Array(
      strictObject({
        memory_ids: Type.Array(Uuid, { minItems: 2, maxItems: 2 }),
        digest: Type.String({ minLength: 1, maxLength: 256 }),
        similarity: Type.Number(),
        why: Text,
      }),
    ),
  ),
});
type AuditRunArchiveRecord = Static<typeof AuditRunArchiveRecord>;

const check = createRecordCheck(AuditRunArchiveRecord);

export function toAuditRunRecord(run: ArchivedAuditRun): AuditRunArchiveRecord {
  return {
    run_id: run.runId,
    scope: run.scope,
    project_id: run.project?.projectId ?? null,
    project: run.project?.name ?? null,
    skills_dir: run.skillsDir,
    config_dir: run.configDir,
    state: run.state,
    started_at: isoTime(run.startedAt),
    finished_at: isoTime(run.finishedAt),
    error: run.error,
    memories_checked: run.memoriesChecked,
    counts: run.counts,
    suppressed_counts: run.suppressedCounts,
    notes: [...run.notes],
    findings: run.findings.map((finding) => ({
      finding_id: finding.findingId,
      kind: finding.kind,
      severity: finding.severity,
      title: finding.title,
      detail: finding.detail,
      memory_ids: [...finding.memoryIds],
      evidence: [...finding.evidence],
      suggestion: finding.suggestion,
      subjects: [...finding.subjects],
      fingerprint: finding.fingerprint,
      judged_by: finding.judgedBy,
      confidence: finding.confidence,
      valid_until: isoTime(finding.validUntil),
      suppression: finding.suppression && {
        agent_id: finding.suppression.agentId,
        suppressed_at: isoTime(finding.suppression.at),
      },
    })),
    ...(run.undecided.length === 0
      ? {}
      : {
          undecided: run.undecided.map(({ memoryIds, digest, similarity, why }) => ({
            memory_ids: [...memoryIds],
            digest,
            similarity,
            why,
          })),
        }),
  };
}

export function readAuditRunRecord(record: unknown): ArchivedAuditRun | { invalid: string } {
  const value = check(record);
  if ('invalid' in value) return value;
  const startedAt = isoTimeToMs(value.started_at);
  const known = value.findings.filter(({ kind }) => isFindingKind(kind));
  const unknown = value.findings.length - known.length;
  if ((value.project_id === null) !== (value.project === null)) {
    return { invalid: 'Expected project_id and project to be both given or both null' };
  }
  return {
    runId: value.run_id.toLowerCase(),
    scope: value.scope,
    project:
      value.project_id === null
        ? null
        : { projectId: value.project_id.toLowerCase(), name: value.project!, createdAt: startedAt },
    skillsDir: value.skills_dir,
    configDir: value.config_dir,
    state: value.state,
    startedAt,
    finishedAt: isoTimeToMs(value.finished_at),
    error: value.error,
    memoriesChecked: value.memories_checked,
    counts: readCounts(value.counts),
    suppressedCounts: readCounts(value.suppressed_counts),
    notes: unknown === 0 ? value.notes : [...value.notes, omittedFindings(unknown)],
    findings: known.map((finding) => ({
      findingId: finding.finding_id.toLowerCase(),
      kind: finding.kind as FindingKind,
      severity: finding.severity,
      title: finding.title,
      detail: finding.detail,
      memoryIds: finding.memory_ids,
      evidence: finding.evidence,
      suggestion: finding.suggestion,
      subjects: finding.subjects,
      fingerprint: finding.fingerprint,
      judgedBy: finding.judged_by ?? 'rules',
      confidence: finding.confidence ?? null,
      validUntil: isoTimeToMs(finding.valid_until ?? null),
      suppression: finding.suppression && {
        agentId: finding.suppression.agent_id,
        at: isoTimeToMs(finding.suppression.suppressed_at),
      },
    })),
    undecided: (value.undecided ?? []).map(({ memory_ids: [newer, older], ...pair }) => ({
      ...pair,
      memoryIds: [newer!.toLowerCase(), older!.toLowerCase()],
    })),
  };
}

const omittedFindings = (count: number) =>
  `The archive has ${count} findings of kinds that this version does not know; they were omitted`;
