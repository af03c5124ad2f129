/**
 * The groups of files that import one another in a circle, each sorted: the strongly connected components of more than one
 * (Tarjan, Depth-first search and linear graph algorithms, 1972).
 */
export function findCircles(importsOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): void {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const imported of importsOf.get(file) ?? []) {
      if (!order.has(imported)) {
        visit(imported);
        lowest.set(file, Math.min(lowest.get(file)!, lowest.get(imported)!));
      } else if (open.includes(imported)) {
        lowest.set(file, Math.min(lowest.get(file)!, order.get(imported)!));
      }
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || importsOf.get(file)?.includes(file)) circles.push(circle.sort());
  }

  for (const file of importsOf.keys()) if (!order.has(file)) visit(file);
  return circles;
}
