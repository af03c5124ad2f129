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
 * What happened, in order, kept long enough for a client to catch up after a lost connection, but bounded in number and size.
 * Holds what is committed, and only that, in the order of the ids: once an event can be read, no event before it comes to be.
 */
export interface EventLog {
  /** Events with an id greater than `id`, ascending, at most `limit`. */
  after(id: number, limit: number): MaybePromise<ServiceEvent[]>;
  /** The greatest id ever given, 0 before the first event. */
  latestId(): MaybePromise<number>;
  /** The smallest id still kept; `latestId() + 1` when none is. */
  oldestId(): MaybePromise<number>;
  /** Calls `wake` when there may be more to read; returns how to end that. What `wake` throws disturbs neither others nor the writer. */
  follow(wake: () => void): () => void;
}

/**
 * The way into a log whose transactions are of this process. An event belongs to the change it tells of: `record` inside the
 * transaction that makes the change, and `announce` after that transaction is committed. An event of a transaction that was
 * rolled back never was. Nothing is lost if the process dies between the two: readers of the log find it.
 */
export interface EventOutbox {
  record(type: string, data: Record<string, unknown>): ServiceEvent;
  /** Wakes those who follow the log. */
  announce(events: readonly ServiceEvent[]): void;
}

/**
 * The bus that committed events go to. A relay feeds it from the log, which stays the truth: who was away, or wants to know what
 * is before or between, reads there.
 */
export interface EventPublisher {
  /** Resolves when the batch is on its way to every subscriber; batches arrive in the order of the calls. One that was rejected may have arrived. */
  publish(batch: readonly ServiceEvent[]): Promise<void>;
  /**
   * Calls the listener with each batch from now on, again where one is published again; returns how to leave. A listener that
   * throws disturbs neither the others nor the publisher.
   */
  subscribe(listener: (batch: readonly ServiceEvent[]) => void): () => void;
  /** Sends a message through the bus and resolves when it has come back, unheard by subscribers; rejects where it does not. */
  probe(): Promise<void>;
}
