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
 *
 * An event belongs to the change it tells of: `record` inside the transaction that makes the change, and
 * `announce` after that transaction is committed. An event of a transaction that was rolled back never was.
 * Nothing is lost if the process dies between the two: readers find it with `after`.
 */
export interface EventLog {
  record(type: string, data: Record<string, unknown>): ServiceEvent;
  /** Wakes the subscribers. A subscriber that throws disturbs neither the others nor the caller. */
  announce(events: ServiceEvent[]): void;
  /** Events with an id greater than `id`, ascending, at most `limit`. */
  after(id: number, limit: number): ServiceEvent[];
  /** The greatest id ever given, 0 before the first event. */
  latestId(): number;
  /** The smallest id still kept; `latestId() + 1` when none is. */
  oldestId(): number;
  subscribe(listener: (events: ServiceEvent[]) => void): () => void;
}
