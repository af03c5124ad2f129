/** Things that pass through the same steps: several at a time, and come out in their order. */
export interface OrderedPipeline<Item> {
  /** Maximum number of items in progress. Items reuse slots in turn. */
  slots: number;
  /** Returns the next item for this slot, or null after the last. One call at a time. */
  take(index: number, slot: number): Promise<Item | null>;
  /**
   * Stages of each item, run one after the other. Items start each stage in order, and several are in
   * progress.
   */
  steps: readonly ((item: Item) => Promise<unknown>)[];
  /** Receives the items in order, one at a time. */
  put(item: Item, index: number): Promise<void>;
  signal: AbortSignal;
}

/**
 * Resolves after the last item. Rejects with the failure of the first item that fails, or with the reason of
 * the signal. Earlier items are still put, and no work is in progress any more.
 */
export async function runPipeline<Item>(pipeline: OrderedPipeline<Item>): Promise<void> {
  const { slots, take, steps, put, signal } = pipeline;
  const underWay = new Set<Promise<unknown>>();
  /** Resolve when the previous item has started each stage. */
  const started: Promise<unknown>[] = steps.map(() => Promise.resolve());
  /** Resolves when the previous item was put. */
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
      // The promise of a stage is wrapped in an object, so that awaiting its start does not await its end.
      const beginning = Promise.all([done, started[at]]).then(() => {
        signal.throwIfAborted();
        return { ended: watched(step(item)) };
      });
      started[at] = beginning;
      done = beginning.then(({ ended }) => ended);
      // Prevents an unhandled rejection: the failure is reported when the item is put, unless an earlier item
      // fails.
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
      // Reported in order, like any other failure.
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
    // Failures after an abort are caused by it.
    signal.throwIfAborted();
  }
}
