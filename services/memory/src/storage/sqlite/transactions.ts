import type { EventOutbox } from '@anima/service/events';
import type { WithTransaction } from '../transaction.js';
import { type AgentWritesOptions, createSqliteAgentWrites } from './agent-registry.js';
import { createSqliteArchiveWrites } from './archive-store.js';
import { type AuditWritesOptions, createSqliteAuditWrites } from './audit-writes.js';
import type { GroupCommit } from './group-commit.js';
import { createSqliteMemoryWrites, type MemoryWritesOptions } from './memory-writes.js';
import { createSqliteRelationWrites } from './relation-store.js';

/** Creates transactions that run as works of the group commit, with the write operations of each port. */
export function createSqliteTransactions(
  options: MemoryWritesOptions &
    AuditWritesOptions &
    AgentWritesOptions & { commits: Pick<GroupCommit, 'run'>; events: EventOutbox },
): WithTransaction {
  const { commits, events } = options;
  const memories = createSqliteMemoryWrites(options);
  const relations = createSqliteRelationWrites(options);
  const audits = createSqliteAuditWrites(options);
  const agents = createSqliteAgentWrites(options);
  const archives = createSqliteArchiveWrites(options);
  return (work) =>
    commits.run((afterCommit) =>
      work({
        memories: memories(afterCommit),
        relations,
        audits: audits(afterCommit),
        agents: agents(afterCommit),
        archives,
        record(type, data) {
          const event = events.record(type, data);
          afterCommit(() => events.announce([event]));
        },
      }),
    );
}
