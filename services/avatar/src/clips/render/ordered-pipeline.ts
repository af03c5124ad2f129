/** Things that pass through the same steps: several at a time, and come out in their order. */
export interface OrderedPipeline<Item> {
  /** So many are on their way at most: what is taken next is put where the one that many before it was. */
  slots: number;
  /** The next one, for this slot; null behind the last. One at a time. */
  take(index: number, slot: number): Promise<Item | null>;
  /** What is done with each: begun in their order, one step after the other, and several of them at once. */
  steps: readonly ((item: Item) => Promise<unknown>)[];
  /** What becomes of each in the end: one at a time, in their order. */
  put(item: Item, index: number): Promise<void>;
  signal: AbortSignal;
}

/**
 * Ends with the last one, with the failure of the first in their order that fails, or with the reason of the signal. Those before it are
 * put still; nothing is under way any more then.
 */
export async function runPipeline<Item>(pipeline: OrderedPipeline<Item>): Promise<void> {
  const { slots, take, steps, put, signal } = pipeline;
  const underWay = new Set<Promise<unknown>>();
  /** When the one before has begun each step. */
  const begun: Promise<unknown>[] = steps.map(() => Promise.resolve());
  /** When the one before was put. */
  let last: Promise<void> = Promise.resolve();
  const freed: Promise<void>[] = Array.from({ length: slots }, () => last);
  let hasFailed = false;

  function watched<T>(work: Promise<T>): Promise<T> {
    const watch = work.catch(() => {}).finally(() => underWay.delete(watch));
    underWay.add(watch);
    return work;
  }

  /** Resolves when all steps of an item are done. */
  function pass(item: Item): Promise<unknown> {
    let done: Promise<unknown> = Promise.resolve();
    for (const [at, step] of steps.entries()) {
      // The promise of a step stands in an object: awaiting its beginning is not to await its end.
      const beginning = Promise.all([done, begun[at]]).then(() => {
        signal.throwIfAborted();
        return { ended: watched(step(item)) };
      });
      begun[at] = beginning;
      done = beginning.then(({ ended }) => ended);
      // A failure is told where the item is to be put; where one before it fails, nobody waits for it.
      done.catch(() => {});
    }
    return done;
  }

  function follow(item: Item, index: number): Promise<void> {
    const done = pass(item);
    const before = last;
    return (async () => {
      await before;
      await done;
      signal.throwIfAborted();
      await watched(put(item, index));
    })();
  }

  for (let index = 0; ; index++) {
    const slot = index % slots;
    await freed[slot];
    if (hasFailed || signal.aborted) break;
    const taken = await take(index, slot).catch((error: unknown) => {
      // Told in its turn, as any other failure.
      last = last.then(() => Promise.reject(error));
      return null;
    });
    if (taken === null) break;
    last = follow(taken, index);
    freed[slot] = last.catch(() => {
      hasFailed = true;
    });
  }
  try {
    await last;
  } finally {
    while (underWay.size > 0) await Promise.all(underWay);
    // What fails then fails because of it.
    signal.throwIfAborted();
  }
}
