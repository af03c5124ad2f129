/** Up to this number of results, a heap selects them with one comparison for most scores. */
const MAX_IN_HEAP = 1_024;

/**
 * Returns the positions of the `limit` highest scores without the best `from`, best first. `compareTies(a,
 * b)` < 0 puts a before b among equal scores, and should leave no ties. A late page costs O(n) instead of a
 * sort of all earlier pages.
 */
export function selectTop(
  scores: ArrayLike<number>,
  limit: number,
  compareTies: (a: number, b: number) => number,
  from = 0,
): number[] {
  const count = Math.min(limit, scores.length);
  if (count <= from) return [];
  const comesBefore = (a: number, b: number): boolean => {
    const difference = scores[a]! - scores[b]!;
    return difference !== 0 ? difference > 0 : compareTies(a, b) < 0;
  };
  const chosen =
    count <= MAX_IN_HEAP
      ? heapOfBest(scores, count, comesBefore)
      : partOfOrder(scores.length, from, count, comesBefore);
  chosen.sort((a, b) => (a === b ? 0 : comesBefore(a, b) ? -1 : 1));
  return chosen.length > count - from ? chosen.slice(from) : chosen;
}

/** Returns the best `count` positions in no order: O(n log count). */
function heapOfBest(scores: ArrayLike<number>, count: number, comesBefore: Order): number[] {
  // heap[0] is the worst of the chosen positions. Memories are ordered from old to new and new memories
  // mostly win, so starting at the end lets few other memories enter.
  const heap: number[] = [];
  let at = scores.length - 1;
  for (; heap.length < count; at--) {
    heap.push(at);
    rise(heap, comesBefore);
  }
  let worst = scores[heap[0]!]!;
  for (; at >= 0; at--) {
    if (scores[at]! < worst || !comesBefore(at, heap[0]!)) continue;
    heap[0] = at;
    sink(heap, comesBefore);
    worst = scores[heap[0]!]!;
  }
  return heap;
}

/** Returns the positions that a full sort would put at `from` to `to`, in no order: O(n). */
function partOfOrder(length: number, from: number, to: number, comesBefore: Order): number[] {
  const order = Uint32Array.from({ length }, (_, at) => at);
  settle(order, 0, from, comesBefore);
  settle(order, from, to, comesBefore);
  return Array.from(order.subarray(from, to));
}

/** Moves the best `rank` elements to the start of `order`, which is correct before `low` (quickselect). */
function settle(order: Uint32Array, low: number, rank: number, comesBefore: Order): void {
  for (let high = order.length - 1; low < rank && rank <= high; ) {
    const pivot = middleOfThree(order, low, high, comesBefore);
    let left = low;
    let right = high;
    while (left <= right) {
      while (comesBefore(order[left]!, pivot)) left++;
      while (comesBefore(pivot, order[right]!)) right--;
      if (left > right) break;
      const held = order[left]!;
      order[left++] = order[right]!;
      order[right--] = held;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else return;
  }
}

/** Returns the median of three random elements, so that no crafted order is slow. */
function middleOfThree(order: Uint32Array, low: number, high: number, comesBefore: Order): number {
  const draw = () => order[low + Math.floor(Math.random() * (high - low + 1))]!;
  const [a, b, c] = [draw(), draw(), draw()];
  if (comesBefore(a, b)) return comesBefore(b, c) ? b : comesBefore(a, c) ? c : a;
  return comesBefore(a, c) ? a : comesBefore(b, c) ? c : b;
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
