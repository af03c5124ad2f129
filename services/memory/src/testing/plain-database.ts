import { createMemoryEventLog, createMemoryIdempotencyStore } from '@anima/service/testing';
import { type ChangeFeed, createChangeFeed } from '../change-feed.js';
import { createKnownProjects } from '../domain/memory/known-projects.js';
import type { Project } from '../domain/memory/memory.js';
import type { Storage, StorageOptions } from '../storage.js';
import { createPlainAgents } from './plain-agents.js';
import { createPlainArchives } from './plain-archives.js';
import { createPlainAudits } from './plain-audits.js';
import { createPlainJudgements } from './plain-judgements.js';
import { createPlainRelations } from './plain-relations.js';
import { createPlainResponseCacheStore } from './plain-response-cache-store.js';
import { createPlainStore } from './plain-store.js';
import { createPlainTransactions } from './plain-transactions.js';

type PlainOptions = Pick<StorageOptions, 'clock' | 'onError'>;

/** All that a database keeps, in RAM; opened again after it was closed it is the same data. */
export function createPlainDatabase(): (options: PlainOptions) => Storage {
  let opened: PlainOptions & ChangeFeed;
  const events = createMemoryEventLog();
  const written: Project[] = [];
  const known = createKnownProjects(() => opened.clock());
  const projects = {
    ...known,
    all: () => [...written],
    add(project: Project) {
      if (!known.isWritten(project)) written.push(project);
      known.add(project);
    },
  };
  const memories = createPlainStore({ projects, committed: (change) => opened.committed(change) });
  const relations = createPlainRelations();
  const audits = createPlainAudits(projects);
  const agents = createPlainAgents(projects);
  const { archives, writes } = createPlainArchives({ memories, relations, audits, projects });
  const kept = {
    events,
    idempotency: createMemoryIdempotencyStore({ now: () => opened.clock() }),
    relations: relations.relations,
    audits: audits.audits,
    agents: agents.agents,
    responses: createPlainResponseCacheStore(events),
    judgements: createPlainJudgements(),
  };
  return (options) => {
    const feed = createChangeFeed(options.onError);
    opened = { ...options, ...feed };
    const { withTransaction, close } = createPlainTransactions(
      {
        memories: memories.memories,
        relations: relations.writes,
        audits: audits.writes,
        agents: agents.writes,
        archives: writes,
      },
      events,
    );
    return {
      ...kept,
      store: { ...memories.store, close },
      withTransaction,
      follow: feed.follow,
      archives: archives(withTransaction),
      search: null,
      isShared: false,
    };
  };
}

/** One of its own, for the suites of the ports. */
export function openPlainDatabase(open = createPlainDatabase()) {
  const errors: unknown[] = [];
  const storage = open({ clock: () => 500, onError: (error) => void errors.push(error) });
  return {
    ...storage,
    errors,
    dispose: () => storage.store.close(),
    async reopen() {
      await storage.store.close();
      return openPlainDatabase(open);
    },
  };
}
