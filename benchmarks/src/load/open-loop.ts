/** One call: its scheduled start and its outcome. Times are in ms of one monotonic clock. */
export interface Call {
  kind: string;
  /** Scheduled start: if the generator is delayed, its callers wait as they do for a slow service. */
  intendedAt: number;
  endedAt: number;
  /**
   * `ok`, a status with the code of its problem (`503 storage_unavailable`), or the name of the error that
   * `fetch` threw.
   */
  outcome: string;
}

export interface Arrivals {
  kind: string;
  /** Calls per second. */
  rate: number;
  /** Makes one call and resolves to its outcome. */
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
 * Starts calls at a rate that does not depend on responses, like independent callers (open loop), and
 * measures each from its scheduled start, so that waiting time counts (Tene 2013, "coordinated omission").
 * Resolves when all calls have ended.
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
