import type { EventLog, ServiceEvent } from '../events/events.js';

export interface PostgresOptions {
  /** postgresql://user:password@host:port/database?sslmode=... */
  url: string;
  /** Application name of the connections, as shown in pg_stat_activity. */
  name: string;
  /** Default: 10. */
  maxConnections?: number;
  /** Default: 5,000. */
  connectTimeoutMs?: number;
  /** Limit of the server for one statement; the client waits one second longer. Default: 15,000. */
  statementTimeoutMs?: number;
  /** Called with failures of background work, such as a connection that breaks while it is idle. */
  onError: (error: unknown) => void;
}

/** Runs single statements with parameters. Returns int8 as number, bytea as Buffer, and jsonb parsed. */
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
 * A call rejects with `storage_unavailable` (503, Retry-After) if the server is unreachable or does not respond in time. Further
 * calls are then rejected immediately for a time that grows with each failure, so that a returning server is not overloaded. A
 * commit without a response also rejects. Whether it took effect is unknown, and it is not repeated.
 */
export interface Postgres extends PostgresQueries {
  /**
   * Commits when `work` resolves. After a serialisation failure or a deadlock, `work` runs again, a limited number of times.
   * Therefore `work` must have effects only through `tx`.
   */
  transaction<T>(work: (tx: PostgresQueries) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls `onNotify` at each NOTIFY of the channel. All channels share one connection. After it is lost and opened again, each
   * listener is called once with '', because it may have missed notifications. Resolves when the channel is active.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * Runs one maintenance statement (VACUUM) on a separate connection without a time limit. It waits at most two seconds for each
   * lock, because later statements queue after it; then it rejects with the code 55P03.
   */
  maintain(statement: string): Promise<void>;
  /** Resolves after the running statements. */
  close(): Promise<void>;
}

export interface EventDraft {
  type: string;
  data: Record<string, unknown>;
}

export interface PostgresEventLog extends EventLog {
  /**
   * Adds events as the last step of a transaction: every other transaction that appends waits until this one ends. So no event with a
   * smaller id can appear after an event was read. The commit wakes the followers in all processes.
   */
  append(tx: PostgresQueries, drafts: readonly EventDraft[]): Promise<ServiceEvent[]>;
}

/** Queues of lines in the database. Every change of a line is part of the given transaction. */
export interface PostgresQueues {
  /** Creates a queue if it is missing. Must resolve before a transaction that adds a line to the queue begins. */
  prepare(queue: string): Promise<void>;
  /** Adds a line and returns its id. Lines with a smaller `order` come first, whenever they were added. */
  put(tx: PostgresQueries, queue: string, order: number): Promise<string>;
  /** Takes the first line that no other transaction is taking; a rollback returns it to the queue. Null if the queue is empty. */
  take(tx: PostgresQueries, queue: string): Promise<string | null>;
  remove(tx: PostgresQueries, queue: string, line: string): Promise<void>;
}
