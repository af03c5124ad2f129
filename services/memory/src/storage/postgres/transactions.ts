import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Transaction, WithTransaction } from '../transaction.js';
import type { Commits, WriteTransaction } from './commits.js';

/** The write operations of each port in a transaction. */
export type PostgresWrites = {
  [Facet in keyof Omit<Transaction, 'record'>]: (tx: WriteTransaction) => Transaction[Facet];
};

/** Creates transactions that run as works of the commits. */
export function createPostgresTransactions(
  commits: Pick<Commits, 'run'>,
  { memories, relations, audits, agents, archives }: PostgresWrites,
): WithTransaction {
  return <T>(work: (tx: Transaction) => MaybePromise<T>) =>
    commits.run((tx) =>
      work({
        memories: memories(tx),
        relations: relations(tx),
        audits: audits(tx),
        agents: agents(tx),
        archives: archives(tx),
        record: tx.record,
      }),
    );
}
