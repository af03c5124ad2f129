import { setImmediate, setTimeout } from 'node:timers/promises';
import type { MaybePromise } from '../maybe-promise.js';
import type { EventLog, EventPublisher } from './events.js';

export interface EventRelayOptions {
  log: EventLog;
  publisher: EventPublisher;
  /**
   * Stores the id of the last published event, for a bus that outlives this process; read again after each
   * failure, since another process may have published. Default: in RAM, starting with the latest event, since
   * no subscriber of a bus in this process is older.
   */
  position?: RelayPosition;
  /** Receives each failure to publish; the relay retries with growing delays. */
  onError: (error: unknown) => void;
  /** Delay in ms after the first failure; doubles with each further failure, up to 10 s. Default: 100. */
  retryMs?: number;
}

export interface RelayPosition {
  /** Null if no event was published yet. */
  load(): MaybePromise<number | null>;
  save(id: number): MaybePromise<void>;
}

export interface EventRelay {
  /** Resolves when the current batch has been published. Further events stay in the log. */
  close(): Promise<void>;
}

const BATCH = 200;
const LONGEST_RETRY_MS = 10_000;

/**
 * Publishes the events of a log from the stored position: in order, each at least once, unless the log
 * dropped it while the bus was unavailable. Writers do not wait for it.
 */
export async function startEventRelay(options: EventRelayOptions): Promise<EventRelay> {
  const { log, publisher, position, onError, retryMs = 100 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let hasMore = true;
  let isRunning = false;
  let run: Promise<void> = Promise.resolve();
  const latestAtStart = await log.latestId();
  // If the bus is unavailable, its position is too: then it is read again until it is available.
  let published = position === undefined ? latestAtStart : null;

  async function relay(): Promise<void> {
    isRunning = true;
    let waitMs = retryMs;
    while (hasMore && !signal.aborted) {
      hasMore = false;
      try {
        // Publishes the events that were committed in one turn of the event loop together.
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
    // A log that was restored from a backup may be behind the published events: then only new events are
    // published.
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
