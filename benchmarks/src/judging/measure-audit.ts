import type { BlindPair } from './blind-sets.js';
import { PROJECT, type Writing, type WrittenPair } from './measure-pairs.js';
import type { OpenService } from './open-service.js';

export type FindingLabel = 'conflict' | 'duplicate';

/**
 * Two memories that an audit reported together: a pair of the set with its label, or two unrelated memories
 * (`strangers`).
 */
export interface ReportedPair {
  readonly reported: FindingLabel;
  readonly label: BlindPair['label'] | 'strangers';
  /** Rules, or the name of a model or an agent. */
  readonly by: string;
  readonly texts: readonly string[];
  readonly evidence: readonly string[];
}

export interface AuditOutcome {
  readonly reported: readonly ReportedPair[];
  /** Findings about a single memory. */
  readonly stale: readonly { readonly texts: readonly string[]; readonly detail: string }[];
  /** Labels in the order of the response. */
  readonly undecided: readonly ReportedPair['label'][];
  readonly notes: readonly string[];
}

interface Run {
  findings: { kind: string; memory_ids: string[]; detail: string; evidence: string[]; judged_by: string }[];
  undecided: { memories: { memory_id: string }[] }[];
  notes: string[];
}

const VERDICTS: Readonly<Record<ReportedPair['label'], string>> = {
  conflict: 'conflicts',
  duplicate: 'duplicates',
  lookalike: 'distinct',
  strangers: 'distinct',
};
const AUDIT = '/api/v1/memories/audit';
const WHOLE_PROJECT = { scope: 'project', project_id: PROJECT, undecided_limit: 200 };
const FINDING_LABELS: Readonly<Record<string, FindingLabel>> = {
  conflicting_decision: 'conflict',
  duplicate_memory: 'duplicate',
};

/** Audits the stored notes. Every two memories of one finding count as a pair. */
export async function auditPairs({ post }: OpenService, { pairs, textOf }: Writing): Promise<AuditOutcome> {
  const run = await post<Run>(AUDIT, WHOLE_PROJECT);
  const labels = labelsOf(pairs);
  const labelOf = (ids: readonly string[]): ReportedPair['label'] => labels.get(keyOf(ids)) ?? 'strangers';
  const textsOf = (ids: readonly string[]): string[] => ids.map((id) => textOf.get(id)!);
  return {
    reported: run.findings.flatMap(({ kind, memory_ids, evidence, judged_by: by }) => {
      const reported = FINDING_LABELS[kind];
      if (reported === undefined) return [];
      return twos(memory_ids).map((ids) => ({
        reported,
        label: labelOf(ids),
        by,
        texts: textsOf(ids),
        evidence,
      }));
    }),
    stale: run.findings
      .filter(({ kind }) => kind === 'stale_context')
      .map(({ memory_ids, detail }) => ({ texts: textsOf(memory_ids), detail })),
    undecided: run.undecided.map(({ memories }) => labelOf(memories.map(({ memory_id }) => memory_id))),
    notes: run.notes,
  };
}

/** Pairs that were presented to a perfect agent, page by page, until none was undecided. */
export interface OracleOutcome {
  readonly pages: number;
  readonly pairs: number;
  /** Number of presented pairs by label. */
  readonly labels: Readonly<Record<ReportedPair['label'], number>>;
}

const MAX_PAGES = 50;

/**
 * Gives each undecided pair the verdict of its label, and repeats the audit until no pair is undecided (at
 * most MAX_PAGES times).
 */
export async function judgeByLabels({ post }: OpenService, { pairs }: Writing): Promise<OracleOutcome> {
  const labels = labelsOf(pairs);
  const presented = { conflict: 0, duplicate: 0, lookalike: 0, strangers: 0 };
  let pages = 0;
  for (; pages < MAX_PAGES; pages++) {
    const run = await post<Run>(AUDIT, WHOLE_PROJECT);
    if (run.undecided.length === 0) break;
    const verdicts = run.undecided.map(({ memories }) => {
      const memory_ids = memories.map(({ memory_id }) => memory_id);
      const label = labels.get(keyOf(memory_ids)) ?? 'strangers';
      presented[label] += 1;
      return { memory_ids, verdict: VERDICTS[label] };
    });
    await post(`${AUDIT}/verdicts`, verdicts);
  }
  return { pages, pairs: Object.values(presented).reduce((sum, count) => sum + count, 0), labels: presented };
}

function labelsOf(pairs: readonly WrittenPair[]): Map<string, BlindPair['label']> {
  return new Map(pairs.map(({ aId, bId, label }) => [keyOf([aId, bId]), label]));
}

function keyOf(ids: readonly string[]): string {
  return ids.toSorted().join();
}

function twos(ids: readonly string[]): string[][] {
  return ids.flatMap((one, at) => ids.slice(at + 1).map((other) => [one, other]));
}
