import { createMemoryEventLog } from '@anima/service/testing';
import { createChangeFeed } from '../change-feed.js';
import { createKnownProjects } from '../domain/memory/known-projects.js';
import { createPlainAgents } from './plain-agents.js';
import { createPlainAudits } from './plain-audits.js';
import { createPlainStore } from './plain-store.js';
import { createPlainTransactions } from './plain-transactions.js';

/** The stores in RAM, with one kind of transaction over all of them. */
export function openPlainStore(clock: () => number = () => 500) {
  const errors: unknown[] = [];
  const { follow, committed } = createChangeFeed((error) => errors.push(error));
  const events = createMemoryEventLog();
  const projects = createKnownProjects(clock);
  const memories = createPlainStore({ projects, committed });
  const audits = createPlainAudits(projects);
  const agents = createPlainAgents(projects);
  const { withTransaction, close } = createPlainTransactions(
    { memories: memories.memories, audits: audits.writes, agents: agents.writes },
    events,
  );
  const opened = {
    store: { ...memories.store, close },
    audits: audits.audits,
    agents: agents.agents,
    withTransaction,
    events,
    follow,
    /** What was told of failures behind the answers. */
    errors,
    dispose: close,
  };
  // It lives as long as the process.
  const reopened: typeof opened & { reopen(): Promise<typeof reopened> } = {
    ...opened,
    reopen: async () => reopened,
  };
  return reopened;
}
