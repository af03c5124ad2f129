import type { Statement } from './read-statement.js';
import type { Value } from './value.js';

export interface ValueComparison {
  /** Pairs of one dimension that cannot both hold. */
  readonly differing: readonly (readonly [Value, Value])[];
  /** Values of the first that the second has too. */
  readonly equal: number;
  /** Values that the other statement has nothing to compare with. */
  readonly onlyA: readonly Value[];
  readonly onlyB: readonly Value[];
}

export function compareValues(a: Statement, b: Statement): ValueComparison {
  const differing: [Value, Value][] = [];
  const onlyA: Value[] = [];
  const metB = new Set<Value>();
  let equal = 0;
  for (const value of a.values) {
    const comparable = b.values.filter((other) => isComparable(value, other));
    for (const other of comparable) metB.add(other);
    if (comparable.length === 0) onlyA.push(value);
    else if (comparable.some((other) => isEqual(value, other))) equal += 1;
    else {
      const free = comparable.filter((other) => !a.values.some((own) => isEqual(own, other)));
      const clash = free.find((other) => excludes(value, other));
      if (clash !== undefined) differing.push([value, clash]);
    }
  }
  return { differing, equal, onlyA, onlyB: b.values.filter((value) => !metB.has(value)) };
}

function isEqual(a: Value, b: Value): boolean {
  if (a.key === b.key) return true;
  return (
    a.amount !== null && b.amount !== null && Math.abs(a.amount - b.amount) <= 0.015 * Math.abs(a.amount)
  );
}

/** "30 days" with "2 weeks", "port 8080" with "port 3000", "20 items" with a bare 100; not "Node 18" with "Postgres 14". */
function isComparable(a: Value, b: Value): boolean {
  if (a.dimension === 'count' && b.dimension === 'count')
    return a.nouns.some((noun) => b.nouns.includes(noun));
  if (isNumeric(a) && isNumeric(b)) {
    if (a.dimension === 'count' || b.dimension === 'count')
      return a.nouns.length === 0 || b.nouns.length === 0;
    return a.nouns.length === 0 || b.nouns.length === 0 || a.nouns[0] === b.nouns[0];
  }
  return a.dimension === b.dimension;
}

function isNumeric({ dimension }: Value): boolean {
  return dimension === 'count' || dimension === 'number' || dimension === 'version';
}

/** At least 5 and at most 10 hold together; two different limits of one kind do not. */
function excludes(a: Value, b: Value): boolean {
  if (a.bound === b.bound || a.amount === null || b.amount === null) return true;
  if (a.bound === 'exact' || b.bound === 'exact') return true;
  const [least, most] = a.bound === 'least' ? [a.amount, b.amount] : [b.amount, a.amount];
  return least > most;
}
