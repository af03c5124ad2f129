import type { MaybePromise } from '@anima/service/maybe-promise';
import {
  type EventDraft,
  isAway,
  isSerializationFailure,
  type Postgres,
  type PostgresEventLog,
  type PostgresQueries,
  postgresError,
} from '@anima/service/postgres';
import type { VectorModel } from '../../embedding/vector-model.js';

/** A write transaction. No other transaction of any process writes until it ends. */
export interface WriteTransaction extends PostgresQueries {
  /**
   * Reserves `count` keys of memories; returns the first. A work that is undone returns them.
   * `takeChanges` does the same with change numbers.
   */
  takeKeys(count: number): number;
  takeChanges(count: number): number;
  /** Records an event, which is written to the event log at the commit. */
  record(type: string, data: Record<string, unknown>): void;
  /**
   * Registers a step that runs after the commit: it can notify others, but cannot undo the work. Its errors
   * go to `onError`.
   */
  afterCommit(step: () => void): void;
}

/**
 * Groups writers into one commit: all work that waits when a transaction starts is committed together, and
 * only a failed work is undone. Works of this process run in the order of the calls, before or after the
 * works of other processes.
 */
export interface Commits {
  /**
   * Resolves after the commit; rejects if the work was not written. `work` may run again, see transaction.ts.
   */
  run<T>(work: (tx: WriteTransaction) => MaybePromise<T>): Promise<T>;
  /** Rejects new work; resolves when all earlier work is settled. */
  close(): Promise<void>;
}

interface Pending {
  work: (tx: WriteTransaction) => MaybePromise<unknown>;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

interface StoreState {
  last_key: number;
  last_change: number;
  vector_model: VectorModel | null;
}

interface Done {
  settle: () => void;
}

class WorkFailed extends Error {
  constructor(cause: unknown) {
    super('one of the works of a transaction threw', { cause });
  }
}

/** Maximum number of works in a transaction, which limits the waiting time of other work. */
const MAX_WORKS_PER_COMMIT = 64;

/**
 * Maximum idle time of a transaction. A work awaits only the database, so a process that is idle for this
 * time hangs and must not block the writes of others.
 */
const HUNG_AFTER = '10s';
const TAKE_TURN = `SELECT last_key, last_change, vector_model, set_config('idle_in_transaction_session_timeout', '${HUNG_AFTER}', true)
  FROM store_state FOR UPDATE`;

export interface CommitsOptions {
  db: Postgres;
  events: Pick<PostgresEventLog, 'append'>;
  /** Throws if this process may not write, because the stored vectors are from another model. */
  assertSettled: (vectorModel: VectorModel | null) => void;
  onError: (error: unknown) => void;
}

export function createCommits({ db, events, assertSettled, onError }: CommitsOptions): Commits {
  const waiting: Pending[] = [];
  let running: Promise<void> | null = null;
  let closed = false;

  async function commitAll(): Promise<void> {
    // Groups the work of one turn of the event loop.
    await new Promise(setImmediate);
    while (waiting.length > 0) await commitTogether(waiting.splice(0, MAX_WORKS_PER_COMMIT));
    running = null;
  }

  /**
   * Commits a batch. The first attempt uses no savepoints, which saves a round trip for each work. If a work
   * throws, the batch is repeated with a savepoint for each work.
   */
  async function commitTogether(batch: readonly Pending[], apart = false): Promise<void> {
    try {
      const done = await db.transaction((tx) => runInTurn(tx, batch, apart));
      for (const { settle } of done) settle();
    } catch (error) {
      if (error instanceof WorkFailed && batch.length > 1) return commitTogether(batch, true);
      for (const { reject } of batch)
        reject(error instanceof WorkFailed ? postgresError(error.cause) : error);
    }
  }

  async function runInTurn(tx: PostgresQueries, batch: readonly Pending[], apart: boolean): Promise<Done[]> {
    const [state] = await tx.query<StoreState>(TAKE_TURN);
    if (state === undefined) throw new Error('Expected the row of store_state, received none');
    assertSettled(state.vector_model);
    const last = { key: state.last_key, change: state.last_change };
    const drafts: EventDraft[] = [];
    const done: Done[] = [];

    async function runOne({ work, resolve }: Pending): Promise<void> {
      const steps: (() => void)[] = [];
      const recorded: EventDraft[] = [];
      const take = (what: 'key' | 'change') => (count: number) => {
        const first = last[what] + 1;
        last[what] += count;
        return first;
      };
      const value = await work({
        query: tx.query,
        takeKeys: take('key'),
        takeChanges: take('change'),
        record: (type, data) => void recorded.push({ type, data }),
        afterCommit: (step) => void steps.push(step),
      });
      drafts.push(...recorded);
      done.push({
        settle() {
          for (const step of steps) attempt(step);
          resolve(value as never);
        },
      });
    }

    for (const pending of batch) {
      const before = { ...last };
      if (apart) await tx.query('SAVEPOINT work');
      try {
        await runOne(pending);
      } catch (error) {
        // These errors concern the transaction, not only this work.
        if (isSerializationFailure(error) || isAway(error)) throw error;
        if (!apart) throw new WorkFailed(error);
        Object.assign(last, before);
        await tx.query('ROLLBACK TO SAVEPOINT work');
        done.push({ settle: () => pending.reject(postgresError(error)) });
      }
      if (apart) await tx.query('RELEASE SAVEPOINT work');
    }
    if (last.change !== state.last_change || last.key !== state.last_key)
      await tx.query('UPDATE store_state SET last_key = $1, last_change = $2', [last.key, last.change]);
    await events.append(tx, drafts);
    return done;
  }

  function attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      onError(error);
    }
  }

  return {
    run<T>(work: (tx: WriteTransaction) => MaybePromise<T>) {
      return new Promise<T>((resolve, reject) => {
        if (closed) throw new Error('the database is closing');
        waiting.push({ work, resolve, reject });
        running ??= commitAll();
      });
    },
    async close() {
      closed = true;
      await running;
    },
  };
}
