import { AppError } from '@anima/service/errors';
import { pairKey, type RelationKind } from '../relations/relation.js';

export const MAX_VERDICTS = 200;

/** What somebody says of two memories. */
export interface Verdict {
  /** Of `supersedes` the one that replaces the other first. */
  memoryIds: readonly [string, string];
  kind: RelationKind;
  reason: string | null;
  /** Of both texts as they were read (`pairDigest`), where it is known: of other texts, or archived ones, nothing is taken. */
  digest?: string;
}

/** Refuses, with `validation_failed`, verdicts that cannot all be meant, before anything is read. */
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

/** What is left when all that nothing replaces was taken away, again and again. */
function circles(replacing: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const replaced = new Set(replacing.map(([, older]) => older));
  const inside = replacing.filter(([newer]) => replaced.has(newer));
  return inside.length === replacing.length ? inside : circles(inside);
}

function invalid(message: string): AppError {
  return new AppError('validation_failed', message, { errors: [{ path: 'verdicts', message }] });
}
