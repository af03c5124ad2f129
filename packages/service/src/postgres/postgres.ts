/** One statement: values go beside the text, never inside of it. Integers of eight bytes come as numbers, bytea as Buffers, jsonb parsed. */
export interface PostgresQueries {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface TransactionOptions {
  /** Default: read committed. */
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
}

/**
 * A PostgreSQL database over a pool of connections.
 *
 * Where it cannot be reached, or does not answer in time, a call rejects with `storage_unavailable` (503, Retry-After); after that others are
 * refused at once for a moment that grows with each failure, so that a server that comes back is not run down. A commit whose answer
 * is lost rejects too: whether it took place is not known, and it is not run again.
 */
export interface Postgres extends PostgresQueries {
  /**
   * Commits when `work` resolves. Run again from the start, a bounded number of times, where it could not be serialised or met a
   * deadlock: `work` has no effect but through `tx`.
   */
  transaction<T>(work: (tx: PostgresQueries) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls back at each NOTIFY of the channel. All channels share one connection, which is made anew where it is lost; then every
   * follower is called once with '': something may have been missed. Resolves when it listens.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Waits for what runs. */
  close(): Promise<void>;
}
