/** Returns the ids of a process and all its descendants. */
export function familyOf(root: number, processes: readonly { pid: number; parent: number }[]): Set<number> {
  const family = new Set([root]);
  // Children can precede their parents in the list, so repeat until the family no longer grows.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  return family;
}
