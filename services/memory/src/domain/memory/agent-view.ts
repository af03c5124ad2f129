import { AppError } from '@anima/service/errors';
import type { MemoryCounts, MemoryStore } from '../../ports/memory-store.js';
import type { MemoryDependencies } from '../dependencies.js';
import { isSharedWith, type Memory, type MemoryType, memoryTypes } from './memory.js';

/** In the index's column of projects. */
const NO_PROJECT = -1;

/**
 * What an agent works with where agents are kept apart: it finds, reads and changes its own memories, finds and reads those
 * shared with it or with all, and of the others there is nothing. It stands in front of store and index, so that no operation
 * has to ask who calls.
 */
export function viewOfAgent(deps: MemoryDependencies, agentId: string): MemoryDependencies {
  const { store } = deps;
  const isOwn = (memory: Memory) => memory.sourceAgent === agentId;
  const isVisible = (memory: Memory) => isOwn(memory) || isSharedWith(memory, agentId);
  const match: MemoryDependencies['match'] = (filter, now) =>
    deps.match({ ...filter, visibleTo: agentId }, now);

  function requireOwn(memory: Memory): void {
    if (isOwn(memory)) return;
    if (!isVisible(memory)) throw new AppError('memory_not_found', 'No memory has this memory_id');
    throw new AppError('forbidden', 'The memory belongs to another agent, which shares it for reading');
  }

  const view: MemoryStore = {
    ...store,
    byId(memoryId) {
      const memory = store.byId(memoryId);
      return memory !== null && isVisible(memory) ? memory : null;
    },
    byKeys: (keys) => store.byKeys(keys).filter(isVisible),
    // What a memory said before it was shared was not shared.
    history(key) {
      store.byKeys([key]).forEach(requireOwn);
      return store.history(key);
    },
    update: (memoryId, change) =>
      store.update(memoryId, (memory) => {
        requireOwn(memory);
        return change(memory);
      }),
    updateAll: (memoryIds, change, created) =>
      store.updateAll(
        memoryIds,
        (memories) => {
          memories.forEach(requireOwn);
          return change(memories);
        },
        created,
      ),
    counts: (now) => countVisible({ ...deps, store: view, match }, now),
  };
  return { ...deps, match, store: view };
}

/** What concerns all memories, or the files of the machine, is not for an agent that is kept apart. */
export function requireAdministrator(confinedAgent: string | null): void {
  if (confinedAgent === null) return;
  throw new AppError(
    'forbidden',
    'Agents are kept apart here: this needs an access token that is bound to no agent',
  );
}

function countVisible({ index, match, store }: MemoryDependencies, now: number): MemoryCounts {
  const rows = match({ includeArchived: true }, now);
  const active = match({}, now).length;
  const byNumber = new Map<number, number>();
  for (const row of rows) {
    const project = index.columns.project[row]!;
    byNumber.set(project, (byNumber.get(project) ?? 0) + 1);
  }
  const global = byNumber.get(NO_PROJECT) ?? 0;
  byNumber.delete(NO_PROJECT);
  const nameOf = (project: number) => store.project(index.projectId(project))!.name;
  const ofType = (type: MemoryType) => match({ type, includeArchived: true }, now).length;
  return {
    total: rows.length,
    active,
    archived: rows.length - active,
    global,
    byType: Object.fromEntries(
      memoryTypes.map((type) => [type, ofType(type)] as const).filter(([, count]) => count > 0),
    ),
    byProject: Object.fromEntries(Array.from(byNumber, ([project, count]) => [nameOf(project), count])),
  };
}
