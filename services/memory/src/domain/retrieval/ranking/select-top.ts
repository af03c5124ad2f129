/**
 * Positions of the `limit` highest scores, best first; `compareTies(a, b)` < 0 puts a first among equals. A heap of
 * `limit` entries: O(n log limit), and next to nothing for the many that do not enter it.
 */
export function selectTop(
  scores: ArrayLike<number>,
  limit: number,
  compareTies: (a: number, b: number) => number,
): number[] {
  const count = Math.min(limit, scores.length);
  if (count <= 0) return [];
  const comesBefore = (a: number, b: number): boolean => {
    const difference = scores[a]! - scores[b]!;
    return difference !== 0 ? difference > 0 : compareTies(a, b) < 0;
  };
  // heap[0] is the worst of the chosen.
  const heap: number[] = [];
  for (let at = 0; at < count; at++) {
    heap.push(at);
    rise(heap, comesBefore);
  }
  let worst = scores[heap[0]!]!;
  for (let at = count; at < scores.length; at++) {
    if (scores[at]! < worst || !comesBefore(at, heap[0]!)) continue;
    heap[0] = at;
    sink(heap, comesBefore);
    worst = scores[heap[0]!]!;
  }
  return heap.sort((a, b) => (a === b ? 0 : comesBefore(a, b) ? -1 : 1));
}

type Order = (a: number, b: number) => boolean;

function rise(heap: number[], comesBefore: Order): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!comesBefore(heap[parent]!, heap[at]!)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function sink(heap: number[], comesBefore: Order): void {
  let at = 0;
  for (;;) {
    let worst = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && comesBefore(heap[worst]!, heap[child]!)) worst = child;
    }
    if (worst === at) return;
    swap(heap, at, worst);
    at = worst;
  }
}

function swap(heap: number[], a: number, b: number): void {
  const held = heap[a]!;
  heap[a] = heap[b]!;
  heap[b] = held;
}
