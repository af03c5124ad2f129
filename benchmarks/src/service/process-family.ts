/** A process and all that descend from it, of all that run. */
export function familyOf(root: number, processes: readonly { pid: number; parent: number }[]): Set<number> {
  const family = new Set([root]);
  // Children may stand before their parents.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  return family;
}
