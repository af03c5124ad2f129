import { AppError } from '@anima/service/errors';
import { type Relation, stillHolds } from '../relations/relation.js';
import type { RelationStore } from '../relations/relation-store.js';
import type { MemorySearch } from '../search/memory-search.js';
import type { MemoryWrites, Transaction } from '../storage/transaction.js';
import type { ProjectQuota } from './known-projects.js';
import { isSharedWith, type Memory, memoryTypes } from './memory.js';
import type { MemoryDependencies } from './memory-dependencies.js';
import type { MemoryCounts, MemoryStore } from './memory-store.js';

/**
 * Creates the dependencies of an isolated agent. The agent finds, reads and changes its own memories, and
 * finds and reads memories that are shared with it or with all; other memories do not exist for it. The view
 * wraps store, search and relations, so that operations need no access checks.
 */
export function viewOfAgent(
  deps: MemoryDependencies,
  agentId: string,
  quota: ProjectQuota,
): MemoryDependencies {
  const { store } = deps;
  const isOwn = (memory: Memory) => memory.sourceAgent === agentId;
  const isVisible = (memory: Memory) => isOwn(memory) || isSharedWith(memory, agentId);
  const search = searchVisibleTo(deps.search, agentId);

  function requireOwn(memory: Memory): void {
    if (isOwn(memory)) return;
    if (!isVisible(memory)) throw new AppError('memory_not_found', 'No memory has this memory_id');
    throw new AppError('forbidden', 'The memory belongs to another agent, which shares it read-only');
  }

  const view: MemoryStore = {
    ...store,
    async byId(memoryId) {
      const memory = await store.byId(memoryId);
      return memory !== null && isVisible(memory) ? memory : null;
    },
    byIds: async (memoryIds) => (await store.byIds(memoryIds)).filter(isVisible),
    byKeys: async (keys) => (await store.byKeys(keys)).filter(isVisible),
    importedFrom: async (path) => (await store.importedFrom(path)).filter(isVisible),
    proposeProject: (idOrName) => quota.propose(store, agentId, idOrName),
    // Earlier versions of a memory were not shared.
    async history(key) {
      (await store.byKeys([key])).forEach(requireOwn);
      return store.history(key);
    },
    counts: (now) => countVisible({ ...deps, search }, now),
  };
  const onlyOwn = (memories: MemoryWrites): MemoryWrites => ({
    ...memories,
    async forUpdate(memoryIds) {
      const visible = (await memories.forUpdate(memoryIds)).filter(isVisible);
      visible.forEach(requireOwn);
      return visible;
    },
    update(changes) {
      for (const { memory } of changes) requireOwn(memory);
      return memories.update(changes);
    },
  });
  /**
   * Hides relations to memories that the agent cannot see. A relation about earlier texts is visible only if
   * the agent owns both memories, because its reason can quote texts that were never shared.
   */
  async function visibleRelations(
    relations: readonly Relation[],
    read: MemoryWrites['forUpdate'],
  ): Promise<Relation[]> {
    if (relations.length === 0) return [];
    const memories = await read([...new Set(relations.flatMap(({ from, to }) => [from, to]))]);
    const visible = new Map(memories.filter(isVisible).map((memory) => [memory.memoryId, memory]));
    return relations.filter((relation) => {
      const [from, to] = [visible.get(relation.from), visible.get(relation.to)];
      if (from === undefined || to === undefined) return false;
      return stillHolds(relation, from, to) || (isOwn(from) && isOwn(to));
    });
  }
  const relations: RelationStore = {
    of: async (...asked) => visibleRelations(await deps.relations.of(...asked), store.byIds),
    among: async (memoryIds) => visibleRelations(await deps.relations.among(memoryIds), store.byIds),
  };
  const confined = (tx: Transaction): Transaction => ({
    ...tx,
    memories: onlyOwn(tx.memories),
    relations: {
      ...tx.relations,
      of: async (...asked) => visibleRelations(await tx.relations.of(...asked), tx.memories.forUpdate),
    },
  });
  return {
    ...deps,
    search,
    store: view,
    relations,
    withTransaction: (work) => deps.withTransaction((tx) => work(confined(tx))),
  };
}

/** Throws for an isolated agent. Used for operations on all memories or on files of the machine. */
export function requireAdministrator(confinedAgent: string | null): void {
  if (confinedAgent === null) return;
  throw new AppError(
    'forbidden',
    'Agent isolation is on: this call requires an access token without an agent',
  );
}

/**
 * Limits searches with a filter to the memories that the agent can see. The other methods are called only for
 * the complete store, by administrators and the service itself.
 */
function searchVisibleTo(search: MemorySearch, visibleTo: string): MemorySearch {
  return {
    ...search,
    page: (filter, options) => search.page({ ...filter, visibleTo }, options),
    count: (filter, now) => search.count({ ...filter, visibleTo }, now),
    rank: (query, filter, options) => search.rank(query, { ...filter, visibleTo }, options),
    nearest: (of, filter, options) => search.nearest(of, { ...filter, visibleTo }, options),
  };
}

async function countVisible(
  { search, store }: Pick<MemoryDependencies, 'search' | 'store'>,
  now: number,
): Promise<MemoryCounts> {
  const [all, active] = await Promise.all([
    search.count({ includeArchived: true }, now),
    search.count({}, now),
  ]);
  const byProject = await Promise.all(
    Array.from(all.byProject, async ([projectId, count]) => {
      const project = await store.project(projectId);
      return [project!.name, count] as const;
    }),
  );
  return {
    total: all.total,
    active: active.total,
    archived: all.total - active.total,
    global: byProject.reduce((rest, [, count]) => rest - count, all.total),
    byType: Object.fromEntries(
      memoryTypes.flatMap((type) => (all.byType.has(type) ? [[type, all.byType.get(type)!]] : [])),
    ),
    byProject: Object.fromEntries(byProject),
  };
}
