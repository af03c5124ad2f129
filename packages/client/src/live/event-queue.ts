import { LiveError } from './live-error.js';
import type { LiveEvent } from './live-events.js';

/** Minutes of speech: who leaves so much untaken has forgotten it. */
const MAX_WAITING = 10_000;

/**
 * Queues the events from now on for one reader. Ends after `closed`, or when the reader leaves; throws a
 * `LiveError` `too_slow` if the queue is full.
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
        if (isFull) throw new LiveError('too_slow', `The queue of ${MAX_WAITING} events is full`);
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
