/** A session that lasted so long was a good one: what ends it is looked into anew. */
const GOOD_MS = 10_000;
const FIRST_MS = 500;
const MAX_MS = 30_000;

/** How long to wait before the next attempt, in ms: twice as long each time, and never in step with others. */
export interface BackOff {
  next(): number;
  /** A session has ended that lasted so long. */
  lasted(ms: number): void;
}

export function createBackOff(random: () => number = Math.random): BackOff {
  let attempts = 0;
  return {
    next: () => Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempts++, 10)) * (0.75 + random() / 2),
    lasted(ms) {
      if (ms >= GOOD_MS) attempts = 0;
    },
  };
}
