import { createBackoff } from './backoff.js';

export interface EngineGateOptions {
  /** Whether an error says that the engine is away. */
  isAway: (error: unknown) => boolean;
  /** What is thrown instead of a call, with the seconds until the next may pass. */
  refusal: (seconds: number) => Error;
  now?: () => number;
  random?: () => number;
}

/**
 * Keeps calls from an engine that is away: after a failure all others are refused at once until a moment has passed, then one is let
 * through to see. The moments grow up to five seconds, and end with the first success.
 */
export function createCircuitBreaker({
  isAway,
  refusal,
  now = Date.now,
  random = Math.random,
}: EngineGateOptions) {
  const backoff = createBackoff({ random });
  let closedUntil = 0;
  let away = false;
  let trying = false;

  /** Many that were under way fail at once: they count as one. */
  function close(isTrial: boolean): void {
    if (!away || isTrial) closedUntil = now() + backoff.next();
    away = true;
  }

  return {
    async pass<T>(call: () => Promise<T>): Promise<T> {
      const left = closedUntil - now();
      if (away && (left > 0 || trying)) throw refusal(Math.max(left, 0) / 1000);
      const isTrial = away;
      if (isTrial) trying = true;
      try {
        const answer = await call();
        away = false;
        backoff.reset();
        return answer;
      } catch (error) {
        if (isAway(error)) {
          close(isTrial);
        } else if (isTrial) {
          away = false;
        }
        throw error;
      } finally {
        if (isTrial) trying = false;
      }
    },
    /** Of a call that was let through before and went on by itself. */
    noteFailure(error: unknown): void {
      if (isAway(error)) close(false);
    },
    isClosed: () => away,
  };
}
