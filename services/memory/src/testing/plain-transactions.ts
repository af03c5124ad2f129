import type { EventOutbox } from '@anima/service/events';
import type { Transaction, WithTransaction } from '../ports/transaction.js';

/** What one transaction does with a store of this kind; `afterCommit` notes what makes it visible, and tells of it. */
export type PlainWrites<Writes> = (afterCommit: (step: () => void) => void) => Writes;

/**
 * Transactions in RAM, one after the other. Each keeps what it writes to itself until it is committed, and answers later than a
 * database in this process would: so tests find a place that forgets to wait.
 */
export function createPlainTransactions(
  writes: { [Facet in keyof Omit<Transaction, 'record'>]: PlainWrites<Transaction[Facet]> },
  events: EventOutbox,
): { withTransaction: WithTransaction; close(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function transact<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
    const steps: (() => void)[] = [];
    const drafts: Parameters<EventOutbox['record']>[] = [];
    const afterCommit = (step: () => void) => void steps.push(step);
    const value = await work({
      memories: writes.memories(afterCommit),
      relations: writes.relations(afterCommit),
      audits: writes.audits(afterCommit),
      agents: writes.agents(afterCommit),
      archives: writes.archives(afterCommit),
      record: (type, data) => void drafts.push([type, data]),
    });
    for (const step of steps) step();
    events.announce(drafts.map((draft) => events.record(...draft)));
    return value;
  }

  return {
    async withTransaction(work) {
      if (closed) throw new Error('the store is closing');
      const done = last.then(() => transact(work));
      last = done.catch(() => {});
      return done;
    },
    async close() {
      closed = true;
      await last;
    },
  };
}
