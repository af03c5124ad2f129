import { type Difference, type DifferenceKind, difference } from '../difference.js';
import { type Quantity, readQuantities } from '../quantities.js';
import type { Word } from '../word.js';

/** Numbers, versions and units that are not the same on both sides, and the same numbers in another order. */
export function quantityDifferences(left: readonly Word[], right: readonly Word[]): Difference[] {
  const a = readQuantities(left);
  const b = readQuantities(right);
  const [onlyLeft, onlyRight] = unmatched(a, b);
  if (onlyLeft.some(isFirm) || onlyRight.some(isFirm))
    return [difference(kindOf(onlyLeft, onlyRight), wordsOf(left, onlyLeft), wordsOf(right, onlyRight))];
  const isReordered = a.length === b.length && a.some((quantity, at) => !isSameAmount(quantity, b[at]!));
  return isReordered ? [difference('direction', wordsOf(left, a), wordsOf(right, b))] : [];
}

/** "one" is a pronoun more often than a number ("which one"): alone it makes no difference. */
function isFirm({ value, unit, isOrdinal }: Quantity): boolean {
  return value !== 1 || unit !== null || isOrdinal;
}

function unmatched(a: readonly Quantity[], b: readonly Quantity[]): [Quantity[], Quantity[]] {
  const rest = [...b];
  const onlyLeft = a.filter((quantity) => {
    const at = rest.findIndex((other) => isSameAmount(quantity, other));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return [onlyLeft, rest];
}

/** A unit that only one side names is no difference: "$5" and "5". */
function isSameAmount(a: Quantity, b: Quantity): boolean {
  if (a.key === b.key) return true;
  if (a.isOrdinal !== b.isOrdinal || (a.version ?? '') !== (b.version ?? '')) return false;
  return a.value === b.value && (a.unit === null || b.unit === null);
}

function kindOf(left: readonly Quantity[], right: readonly Quantity[]): DifferenceKind {
  const [a, b] = [left[0], right[0]];
  if (a?.version || b?.version) return 'version';
  return a !== undefined && b !== undefined && a.value === b.value && !a.isOrdinal && !b.isOrdinal
    ? 'unit'
    : 'number';
}

function wordsOf(words: readonly Word[], quantities: readonly Quantity[]): Word[] {
  return quantities.flatMap(({ first, last }) => words.slice(first, last + 1));
}
