/**
 * Orders hits so that a hit never precedes a newer one that is known to replace or contradict it: the newer hit moves
 * directly before the older one. All other hits keep their order. A longer list of hits only adds results at the end, so
 * the pages of one list are consistent.
 * @param newerOf Returns the newer memories of a hit, the most important first; they may be missing in `hits`.
 */
export function newerFirst<T>(hits: readonly T[], newerOf: (hit: T) => readonly T[]): T[] {
  const ordered = new Set<T>();
  const entered = new Set<T>();
  const add = (hit: T): void => {
    if (entered.has(hit)) return;
    entered.add(hit);
    for (const newer of newerOf(hit)) add(newer);
    ordered.add(hit);
  };
  for (const hit of hits) add(hit);
  return [...ordered];
}
