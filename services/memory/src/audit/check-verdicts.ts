import { AppError } from '@anima/service/errors';
import { pairKey, type RelationKind } from '../relations/relation.js';

export const MAX_VERDICTS = 200;

/** A judgement of two memories, given by an agent, a person or a model. */
export interface Verdict {
  /** The two memory_ids. The superseding memory is first for `supersedes`. */
  memoryIds: readonly [string, string];
  kind: RelationKind;
  reason: string | null;
  /**
   * Digest of both contents when they were judged (`pairDigest`), if known. The verdict is then only applied
   * to active memories with unchanged contents.
   */
  digest?: string;
}

/**
 * Checks that the verdicts are consistent with each other before any memory is read. Throws
 * `validation_failed`.
 */
export function checkVerdicts(verdicts: readonly Verdict[]): void {
  const pairs = new Set<string>();
  for (const { memoryIds } of verdicts) {
    const [one, other] = memoryIds;
    if (one === other) throw invalid(`Expected two different memories, received ${one} twice`);
    const pair = pairKey(one, other);
    if (pairs.has(pair))
      throw invalid(`Expected one verdict for each pair, received two for ${one} and ${other}`);
    pairs.add(pair);
  }
  const replacing = verdicts.filter(({ kind }) => kind === 'supersedes').map(({ memoryIds }) => memoryIds);
  const [inCircle] = circles(replacing);
  if (inCircle !== undefined)
    throw invalid(`Expected no memory to replace itself, received verdicts by which ${inCircle[0]} does`);
}

/**
 * Returns the replacements that form a cycle, or lead from a cycle to another memory: repeatedly removes
 * replacements whose newer memory is not superseded itself.
 */
function circles(replacing: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const replaced = new Set(replacing.map(([, older]) => older));
  const inside = replacing.filter(([newer]) => replaced.has(newer));
  return inside.length === replacing.length ? inside : circles(inside);
}

function invalid(message: string): AppError {
  return new AppError('validation_failed', message, { errors: [{ path: 'verdicts', message }] });
}
