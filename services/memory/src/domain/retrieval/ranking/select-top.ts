/** Up to so many are kept in a heap: one look at each score, and next to nothing for the many that do not enter it. */
const MAX_IN_HEAP = 1_024;

/**
 * Positions of the `limit` highest scores, best first, without the best `from` of them; `compareTies(a, b)` < 0 puts a
 * first among equals, and should leave none. A page far down takes O(n) more, not a sort of all that comes before it.
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

/** The best `count`, in no order: O(n log count). */
function heapOfBest(scores: ArrayLike<number>, count: number, comesBefore: Order): number[] {
  // heap[0] is the worst of the chosen. Memories stand from old to new and the new ones mostly win: begun at the end, few
  // of the others enter.
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

/** What a full sort would leave in places `from` to `to`, in no order: O(n). */
function partOfOrder(length: number, from: number, to: number, comesBefore: Order): number[] {
  const order = Uint32Array.from({ length }, (_, at) => at);
  settle(order, 0, from, comesBefore);
  settle(order, from, to, comesBefore);
  return Array.from(order.subarray(from, to));
}

/** Brings to the places before `rank` what belongs before it; those before `low` are right already (Hoare's quickselect). */
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

/** Drawn by chance: no order that somebody made up can make every cut a bad one. */
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
