import { setImmediate, setTimeout } from 'node:timers/promises';
import type { MaybePromise } from '../maybe-promise.js';
import type { EventLog, EventPublisher } from './events.js';

export interface EventRelayOptions {
  log: EventLog;
  publisher: EventPublisher;
  /**
   * Keeps the id of the last event that was published, for a bus that outlives this process; asked again after each failure, for it
   * may be known to others only. Left out, it is remembered in RAM and begins with the latest: no subscriber of a bus in this process
   * is older.
   */
  position?: RelayPosition;
  /** Told each time something could not be published; it is tried again, ever less often. */
  onError: (error: unknown) => void;
  /** After the first failure; twice as long after each one more, up to ten seconds. */
  retryMs?: number;
}

export interface RelayPosition {
  /** Null where nothing was published yet. */
  load(): MaybePromise<number | null>;
  save(id: number): MaybePromise<void>;
}

export interface EventRelay {
  /** Resolves when nothing is being published any more. What is left stays in the log. */
  close(): Promise<void>;
}

const BATCH = 200;
const LONGEST_RETRY_MS = 10_000;

/**
 * Publishes what the log holds, from where it was left: in order, each event at least once, unless the log forgot it before the bus
 * was there to take it. No writer waits for it.
 */
export async function startEventRelay(options: EventRelayOptions): Promise<EventRelay> {
  const { log, publisher, position, onError, retryMs = 100 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let hasMore = true;
  let isRunning = false;
  let run: Promise<void> = Promise.resolve();
  const latestAtStart = await log.latestId();
  // Where a bus is away, its position is too: then it is asked for until it comes.
  let published = position === undefined ? latestAtStart : null;

  async function relay(): Promise<void> {
    isRunning = true;
    let waitMs = retryMs;
    while (hasMore && !signal.aborted) {
      hasMore = false;
      try {
        // What is committed in one turn of the event loop goes together.
        await setImmediate();
        await publishNext();
        waitMs = retryMs;
      } catch (error) {
        onError(error);
        hasMore = true;
        if (position !== undefined) published = null;
        await setTimeout(waitMs, undefined, { signal, ref: false }).catch(() => {});
        waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS);
      }
    }
    isRunning = false;
  }

  async function loadPosition(): Promise<number> {
    const saved = (await position?.load()) ?? latestAtStart;
    // A log that came back from a backup is not as far as what was published of it: what happens from now on is new.
    return saved > (await log.latestId()) ? latestAtStart : saved;
  }

  async function publishNext(): Promise<void> {
    published ??= await loadPosition();
    const batch = await log.after(published, BATCH);
    const last = batch.at(-1);
    if (last === undefined) return;
    await publisher.publish(batch);
    published = last.id;
    hasMore ||= batch.length === BATCH;
    await position?.save(published);
  }

  const wake = () => {
    hasMore = true;
    if (!isRunning) run = relay();
  };
  const leave = log.follow(wake);
  wake();
  return {
    async close() {
      leave();
      stopping.abort();
      await run;
    },
  };
}
