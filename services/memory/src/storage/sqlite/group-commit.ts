import { setImmediate } from 'node:timers/promises';
import type { MaybePromise } from '@anima/service/maybe-promise';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { storageError } from './storage-error.js';

/**
 * Groups writers into one flush: all work that waits when a transaction starts is committed together, so n
 * writers need one disk flush instead of n. Each work runs in a savepoint, so only a failed work is undone.
 */
export interface GroupCommit {
  /** Runs `work` in the next transaction. Resolves after the commit; rejects if the work was not written. */
  run<T>(work: Work<T>): Promise<T>;
  /**
   * Adds a small write that no caller waits for. It runs at the start of the next transaction, or after 200
   * ms in a separate transaction. Resolves after the commit; rejects if it was not written.
   */
  ride(write: () => void): Promise<void>;
  /**
   * Starts no transaction until `work` has settled, so that another connection can write; other calls wait.
   */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Rejects new work; resolves when all earlier work is settled. */
  close(): Promise<void>;
}

/** Work inside a transaction. It awaits only the transaction, because all other writers wait for it. */
export type Work<T> = (afterCommit: AfterCommit) => MaybePromise<T>;

/**
 * Registers a step that runs after the commit and before the promise of `run` resolves. It can notify others,
 * but cannot undo the work: its errors go to `onError`, and the work still succeeds.
 */
export type AfterCommit = (step: () => void) => void;

/** Maximum number of works in a transaction, which limits the waiting time of other work. */
const MAX_WORKS_PER_COMMIT = 128;
/** Maximum time that a small write waits for another transaction to join. */
const RIDE_MS = 200;

interface Pending {
  work: Work<unknown>;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

export function createGroupCommit(db: DatabaseSyncInstance, onError: (error: unknown) => void): GroupCommit {
  const waiting: Pending[] = [];
  const riders: Pending[] = [];
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const savepoint = db.prepare('SAVEPOINT work');
  const release = db.prepare('RELEASE work');
  const undo = db.prepare('ROLLBACK TO work');
  /** The scheduled or running turn. */
  let turn: Promise<void> | null = null;
  let held = false;
  let drained: (() => void) | null = null;
  let departing = false;

  function schedule(): void {
    if (held) return;
    turn ??= setImmediate().then(takeTurn);
  }

  async function takeTurn(): Promise<void> {
    const batch = held ? [] : [...riders.splice(0), ...waiting.splice(0, MAX_WORKS_PER_COMMIT)];
    if (batch.length > 0) await commitTogether(batch);
    turn = null;
    if (held) return;
    if (waiting.length > 0 || (drained !== null && riders.length > 0)) schedule();
    else drained?.();
  }

  function depart(): void {
    if (departing) return;
    departing = true;
    setTimeout(() => {
      departing = false;
      if (riders.length > 0) schedule();
    }, RIDE_MS).unref();
  }

  async function commitTogether(batch: readonly Pending[]): Promise<void> {
    const done: { pending: Pending; value: unknown; steps: (() => void)[] }[] = [];
    try {
      if (db.isTransaction) db.exec('ROLLBACK');
      begin.run();
      for (const pending of batch) {
        savepoint.run();
        try {
          const steps: (() => void)[] = [];
          const value = await pending.work((step) => steps.push(step));
          release.run();
          done.push({ pending, value, steps });
        } catch (error) {
          // A full disk makes SQLite roll back the complete transaction: no work of this batch was written.
          if (!db.isTransaction) throw error;
          undo.run();
          release.run();
          pending.reject(storageError(error));
        }
      }
      commit.run();
    } catch (error) {
      rollBack();
      // A second rejection of a promise has no effect.
      for (const pending of batch) pending.reject(storageError(error));
      return;
    }
    for (const { pending, value, steps } of done) {
      for (const step of steps) attempt(step);
      pending.resolve(value as never);
    }
  }

  /** Rolls back. If this fails, the next transaction finds an open transaction and rolls it back first. */
  function rollBack(): void {
    attempt(() => {
      if (db.isTransaction) db.exec('ROLLBACK');
    });
  }

  function attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      onError(error);
    }
  }

  function wait<T>(queue: Pending[], work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (drained !== null) throw new Error('the database is closing');
      queue.push({ work, resolve, reject });
    });
  }

  return {
    run(work) {
      const done = wait(waiting, work);
      schedule();
      return done;
    },

    ride(write) {
      const done = wait(riders, write);
      depart();
      return done;
    },

    async hold(work) {
      if (held) throw new Error('the transactions are held already');
      held = true;
      try {
        await turn;
        return await work();
      } finally {
        held = false;
        schedule();
      }
    },

    close(): Promise<void> {
      return new Promise((resolve) => {
        drained = resolve;
        schedule();
      });
    },
  };
}
