import type { AuditRun } from '../audit/audit-run.js';
import type { ErasureWrites } from './erasure-store.js';

type Quoting = Pick<AuditRun, 'undecided'> & { findings: readonly { memoryIds: readonly string[] }[] };

/**
 * Removes findings and pairs that name erased memories: a memory can be erased while an audit runs, and an
 * archive can be older than an erasure.
 */
export async function withoutErased<Run extends Quoting>(
  run: Run,
  { erasedAmong }: Pick<ErasureWrites, 'erasedAmong'>,
): Promise<Run> {
  const quoting = [...run.findings, ...run.undecided];
  const erased = await erasedAmong([...new Set(quoting.flatMap(({ memoryIds }) => memoryIds))]);
  if (erased.size === 0) return run;
  const isLeft = ({ memoryIds }: { memoryIds: readonly string[] }) => !memoryIds.some((id) => erased.has(id));
  return { ...run, findings: run.findings.filter(isLeft), undecided: run.undecided.filter(isLeft) };
}
