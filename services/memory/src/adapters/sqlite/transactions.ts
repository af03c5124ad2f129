import type { EventOutbox } from '@anima/service/events';
import type { MemoryWrites, WithTransaction } from '../../ports/transaction.js';
import type { AfterCommit, GroupCommit } from './group-commit.js';

/** Transactions as works of the group commit; each port that is written in them gives what it may do there. */
export function createSqliteTransactions(options: {
  commits: Pick<GroupCommit, 'run'>;
  events: EventOutbox;
  memories: (afterCommit: AfterCommit) => MemoryWrites;
}): WithTransaction {
  const { commits, events, memories } = options;
  return (work) =>
    commits.run((afterCommit) =>
      work({
        memories: memories(afterCommit),
        record(type, data) {
          const event = events.record(type, data);
          afterCommit(() => events.announce([event]));
        },
      }),
    );
}
