/** One call: when it should have begun, and how it ended. Times in ms of one monotonic clock. */
export interface Call {
  kind: string;
  /** By the plan: a generator that is held up has kept its caller waiting as a slow service has. */
  intendedAt: number;
  endedAt: number;
  /** `ok`, a status with its problem's code (`503 storage_unavailable`), or the name of what `fetch` threw. */
  outcome: string;
}

export interface Arrivals {
  kind: string;
  /** A second. */
  rate: number;
  /** Makes one call; resolves to its outcome. */
  run: () => Promise<string>;
}

export interface LoadClock {
  now(): number;
  wait(ms: number): Promise<void>;
}

const realClock: LoadClock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Begins calls at a rate that no answer slows down, as callers do who know nothing of one another (open loop), and measures each from
 * when it should have begun: what waits in a line counts (Tene 2013, "coordinated omission"). Resolves when all have ended.
 */
export async function runOpenLoop(
  arrivals: readonly Arrivals[],
  seconds: number,
  clock: LoadClock = realClock,
): Promise<Call[]> {
  const start = clock.now();
  const calls: Promise<Call>[] = [];
  const runKind = async ({ kind, rate, run }: Arrivals) => {
    const count = Math.floor(rate * seconds);
    for (let n = 0; n < count; n++) {
      const intendedAt = start + (n * 1000) / rate;
      const early = intendedAt - clock.now();
      if (early > 0) await clock.wait(early);
      calls.push(run().then((outcome) => ({ kind, intendedAt, endedAt: clock.now(), outcome })));
    }
  };
  await Promise.all(arrivals.map(runKind));
  return Promise.all(calls);
}
