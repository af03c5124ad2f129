import { setImmediate } from 'node:timers/promises';
import type { MaybePromise } from '@anima/service/maybe-promise';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { storageError } from './storage-error.js';

/**
 * Many writers, one flush: work that is waiting when a transaction begins is committed together, so that n
 * writers pay for one disk flush instead of n. Each work runs in a savepoint: one that throws is undone alone.
 */
export interface GroupCommit {
  /** Runs `work` in the next transaction; resolves after the commit, rejects with nothing written. */
  run<T>(work: Work<T>): Promise<T>;
  /**
   * For a small write that nobody waits for: it goes in front of the works of the next transaction, or after 200 ms into one
   * of its own. Resolves after the commit, rejects with nothing written.
   */
  ride(write: () => void): Promise<void>;
  /** Begins no transaction until `work` has settled, for writes by another connection; what is asked for waits. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Refuses new work; resolves when all that was asked for before is settled. */
  close(): Promise<void>;
}

/** Waits for nothing outside of the transaction: nobody else writes until it has settled. */
export type Work<T> = (afterCommit: AfterCommit) => MaybePromise<T>;

/**
 * Notes a step for after the commit, before the promise of `run` resolves: it may tell others, not undo. Where it throws, the
 * error is told to `onError` and the work counts as done.
 */
export type AfterCommit = (step: () => void) => void;

/** Bounds how long one transaction keeps others waiting. */
const MAX_WORKS_PER_COMMIT = 128;
/** How long a rider waits for a transaction to go with. */
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
  /** The turn that is due or under way. */
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
          // A full disk makes SQLite give up the whole transaction: then nothing of this batch was written.
          if (!db.isTransaction) throw error;
          undo.run();
          release.run();
          pending.reject(storageError(error));
        }
      }
      commit.run();
    } catch (error) {
      rollBack();
      // Rejecting a promise that was rejected before changes nothing.
      for (const pending of batch) pending.reject(storageError(error));
      return;
    }
    for (const { pending, value, steps } of done) {
      for (const step of steps) attempt(step);
      pending.resolve(value as never);
    }
  }

  /** Where it fails, the next transaction finds this one open and rolls it back first. */
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
