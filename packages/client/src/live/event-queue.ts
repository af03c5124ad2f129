import { LiveError } from './live-error.js';
import type { LiveEvent } from './live-events.js';

/** Minutes of speech: who leaves so much untaken has forgotten it. */
const MAX_WAITING = 10_000;

/**
 * What happens from now on, for one who takes it piece by piece. Ends behind `closed`, or when it is left; throws a `LiveError` `too_slow` where
 * it is not taken.
 */
export function eventQueue(
  subscribe: (listener: (event: LiveEvent) => void) => () => void,
): AsyncGenerator<LiveEvent, void, undefined> {
  const waiting: LiveEvent[] = [];
  let wake = () => {};
  let isFull = false;
  const leave = subscribe((event) => {
    if (waiting.length < MAX_WAITING) waiting.push(event);
    else isFull = true;
    wake();
  });
  async function* take(): AsyncGenerator<LiveEvent, void, undefined> {
    try {
      for (;;) {
        if (isFull) throw new LiveError('too_slow', `Expected fewer than ${MAX_WAITING} events that wait`);
        const next = waiting.shift();
        if (next === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        yield next;
        if (next.type === 'closed') return;
      }
    } finally {
      leave();
    }
  }
  return take();
}
