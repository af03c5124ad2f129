import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { storageError } from './storage-error.js';

/**
 * Many writers, one flush: work that is waiting when a transaction begins is committed together, so that n
 * writers pay for one disk flush instead of n. Each work runs in a savepoint: one that throws is undone alone.
 */
export interface GroupCommit {
  /** Runs `work` in the next transaction; resolves after the commit, rejects with nothing written. */
  run<T>(work: Work<T>): Promise<T>;
  /** A place in the order of commits, to be filled later; those behind it wait until it is filled or released. */
  reserve(): Slot;
  /** Resolves when all that was asked for so far is settled; then refuses new work. */
  close(): Promise<void>;
}

/** Synchronous. `committed` is called after the commit, before the promise of `run` resolves. */
export type Work<T> = () => { value: T; committed?: () => void };

export interface Slot {
  fill<T>(work: Work<T>): Promise<T>;
  release(): void;
}

/** Bounds how long one transaction keeps the event loop. */
const MAX_WORKS_PER_COMMIT = 128;

interface Pending {
  work: Work<unknown>;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

interface OrderedSlot {
  pending: Pending | null;
  released: boolean;
}

export function createGroupCommit(db: DatabaseSyncInstance): GroupCommit {
  const unordered: Pending[] = [];
  const ordered: OrderedSlot[] = [];
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const savepoint = db.prepare('SAVEPOINT work');
  const release = db.prepare('RELEASE work');
  const undo = db.prepare('ROLLBACK TO work');
  let scheduled = false;
  let closed = false;
  let drained: (() => void) | null = null;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  function takeReady(): Pending[] {
    const ready = unordered.splice(0, MAX_WORKS_PER_COMMIT);
    while (ready.length < MAX_WORKS_PER_COMMIT) {
      const head = ordered[0];
      if (head === undefined || (head.pending === null && !head.released)) break;
      ordered.shift();
      if (head.pending !== null) ready.push(head.pending);
    }
    return ready;
  }

  function flush(): void {
    scheduled = false;
    const batch = takeReady();
    if (batch.length > 0) commitTogether(batch);
    const head = ordered[0];
    if (unordered.length > 0 || (head !== undefined && (head.pending !== null || head.released))) schedule();
    else if (ordered.length === 0) drained?.();
  }

  function commitTogether(batch: readonly Pending[]): void {
    const done: { pending: Pending; value: unknown; committed: (() => void) | undefined }[] = [];
    try {
      begin.run();
      for (const pending of batch) {
        savepoint.run();
        try {
          const { value, committed } = pending.work();
          release.run();
          done.push({ pending, value, committed });
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
      if (db.isTransaction) db.exec('ROLLBACK');
      // Rejecting a promise that was rejected before changes nothing.
      for (const pending of batch) pending.reject(storageError(error));
      return;
    }
    for (const { pending, value, committed } of done) {
      committed?.();
      pending.resolve(value as never);
    }
  }

  function refuseWhenClosed(): void {
    if (closed) throw storageError(new Error('the database is closing'));
  }

  return {
    run<T>(work: Work<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        refuseWhenClosed();
        unordered.push({ work, resolve, reject });
        schedule();
      });
    },

    reserve(): Slot {
      refuseWhenClosed();
      const slot: OrderedSlot = { pending: null, released: false };
      ordered.push(slot);
      return {
        fill<T>(work: Work<T>): Promise<T> {
          return new Promise<T>((resolve, reject) => {
            slot.pending = { work, resolve, reject };
            schedule();
          });
        },
        release() {
          if (slot.pending !== null || slot.released) return;
          slot.released = true;
          schedule();
        },
      };
    },

    close(): Promise<void> {
      closed = true;
      return new Promise((resolve) => {
        drained = resolve;
        schedule();
      });
    },
  };
}
