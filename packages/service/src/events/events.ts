import type { MaybePromise } from '../maybe-promise.js';

export interface ServiceEvent {
  /** Strictly ascending, never used twice, also across restarts. */
  id: number;
  /** Dotted, lower case: `memory.created`. */
  type: string;
  time: string;
  data: Record<string, unknown>;
}

/**
 * The events in order, kept long enough for a client to catch up after a lost connection, but limited in
 * number and size. Contains committed events only, in the order of their ids: once an event can be read, no
 * event with a smaller id is added.
 */
export interface EventLog {
  /** Events with an id greater than `id`, ascending, at most `limit`. */
  after(id: number, limit: number): MaybePromise<ServiceEvent[]>;
  /** The greatest id ever given, 0 before the first event. */
  latestId(): MaybePromise<number>;
  /** The smallest id still kept; `latestId() + 1` when none is. */
  oldestId(): MaybePromise<number>;
  /** Calls `wake` when there may be new events, whose errors it ignores; returns a stop function. */
  follow(wake: () => void): () => void;
}

/**
 * Writes to a log whose transactions belong to this process. An event belongs to the change that it
 * describes: call `record` inside the transaction of the change, and `announce` after its commit. A rollback
 * removes the event. No event is lost if the process dies in between: readers find it in the log.
 */
export interface EventOutbox {
  record(type: string, data: Record<string, unknown>): ServiceEvent;
  /** Wakes the followers of the log. */
  announce(events: readonly ServiceEvent[]): void;
}

/**
 * The bus for committed events. A relay feeds it from the log, which stays authoritative: subscribers that
 * missed events read them there.
 */
export interface EventPublisher {
  /**
   * Resolves when the batch is on its way to every subscriber; batches arrive in the order of the calls. A
   * rejected batch may have arrived.
   */
  publish(batch: readonly ServiceEvent[]): Promise<void>;
  /**
   * Calls the listener with each batch from now on, again where one is published again; returns how to leave. A listener that
   * throws disturbs neither the others nor the publisher.
   */
  subscribe(listener: (batch: readonly ServiceEvent[]) => void): () => void;
  /** Sends a message through the bus and resolves when it has come back, unheard by subscribers; rejects where it does not. */
  probe(): Promise<void>;
}
