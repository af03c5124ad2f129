import { createMemoryEventLog } from '@anima/service/testing';
import { createChangeFeed } from '../change-feed.js';
import { createKnownProjects } from '../domain/memory/known-projects.js';
import type { Project } from '../domain/memory/memory.js';
import { createPlainAgents } from './plain-agents.js';
import { createPlainArchives } from './plain-archives.js';
import { createPlainAudits } from './plain-audits.js';
import { createPlainStore } from './plain-store.js';
import { createPlainTransactions } from './plain-transactions.js';

/** The stores in RAM, with one kind of transaction over all of them. */
export function openPlainStore(clock: () => number = () => 500) {
  const errors: unknown[] = [];
  const { follow, committed } = createChangeFeed((error) => errors.push(error));
  const events = createMemoryEventLog();
  const written: Project[] = [];
  const known = createKnownProjects(clock);
  const projects = {
    ...known,
    all: () => [...written],
    add(project: Project) {
      if (!known.isWritten(project)) written.push(project);
      known.add(project);
    },
  };
  const memories = createPlainStore({ projects, committed });
  const audits = createPlainAudits(projects);
  const agents = createPlainAgents(projects);
  const { archives, writes } = createPlainArchives({ memories, audits, projects });
  const { withTransaction, close } = createPlainTransactions(
    { memories: memories.memories, audits: audits.writes, agents: agents.writes, archives: writes },
    events,
  );
  const opened = {
    store: { ...memories.store, close },
    audits: audits.audits,
    agents: agents.agents,
    archives: archives(withTransaction),
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
