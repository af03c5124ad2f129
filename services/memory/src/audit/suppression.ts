import type { FindingKind } from './audit-run.js';

/** A finding that must not be reported again. */
export interface Suppression {
  kind: FindingKind;
  fingerprint: string;
  subjects: readonly string[];
}

/**
 * Creates a function that returns whether a finding is suppressed: the same finding, or a finding about a
 * subset of a suppressed group of duplicates. A suppressed group that lost a memory stays suppressed; a group
 * that gained a memory is reported.
 */
export function suppressedBy(
  suppressions: readonly Suppression[],
): (finding: Pick<Suppression, 'kind' | 'fingerprint' | 'subjects'>) => boolean {
  const fingerprints = new Set(suppressions.map(({ fingerprint }) => fingerprint));
  const groups = suppressions
    .filter(({ kind }) => kind === 'duplicate_memory')
    .map(({ subjects }) => new Set(subjects));
  return ({ kind, fingerprint, subjects }) =>
    fingerprints.has(fingerprint) ||
    (kind === 'duplicate_memory' && groups.some((group) => subjects.every((subject) => group.has(subject))));
}
