import type { FindingKind } from './audit-run.js';

/** A finding that is not to be reported again. */
export interface Suppression {
  kind: FindingKind;
  fingerprint: string;
  subjects: readonly string[];
}

/**
 * Whether a finding was suppressed before: the same one, or one about more of the same. A suppressed group of
 * duplicates that lost a member is no news; one that gained a member is.
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
