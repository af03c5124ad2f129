import type { ConnectedAgent } from '../../ports/agent-registry.js';
import type { MemoryDependencies } from '../dependencies.js';
import { type Memory, type MemoryType, memoryTypes, type Project } from '../memory/memory.js';
import { selectTop } from '../retrieval/ranking/select-top.js';
import { type ContextText, writeContextText } from './context-text.js';

export interface ProjectContext {
  project: Project;
  /** Most useful first within each type. */
  memories: Record<MemoryType, Memory[]>;
  agents: ConnectedAgent[];
  /** What this project shares with anybody, and what others share with the asking agent or with all. */
  shared: Memory[];
  counts: { active: number; archived: number; byType: Record<MemoryType, number> };
  text: ContextText | null;
}

const MAX_SHARED = 50;
const HALF_LIFE_MS = 30 * 86_400_000;
/** A fresh memory gains as much over an old one as this much importance. */
const RECENCY_WEIGHT = 0.3;

/** What an agent that begins to work in a project should know. */
export function projectContext(
  deps: MemoryDependencies,
  project: Project,
  options: { agentId: string; perType: number; maxTokens: number | null },
): ProjectContext {
  const { index, match, store, agents, clock } = deps;
  const now = clock();
  const { projectId } = project;

  const byType = {} as Record<MemoryType, number>;
  const memories = {} as Record<MemoryType, Memory[]>;
  for (const type of memoryTypes) {
    const rows = match({ projectId, type }, now);
    byType[type] = rows.length;
    memories[type] = read(deps, mostUseful(deps, rows, options.perType, now));
  }
  const active = memoryTypes.reduce((sum, type) => sum + byType[type], 0);
  return {
    project,
    memories,
    agents: agents.connected().filter((agent) => agent.project.projectId === projectId),
    shared: sharedMemories(deps, project, options.agentId, now),
    counts: {
      active,
      archived: match({ projectId, includeArchived: true }, now).length - active,
      byType,
    },
    text:
      options.maxTokens === null
        ? null
        : writeContextText(
            project,
            byUsefulness(
              memoryTypes.flatMap((type) => memories[type]),
              now,
            ),
            options.maxTokens,
          ),
  };

  function sharedMemories(
    { match }: MemoryDependencies,
    { projectId }: Project,
    agentId: string,
    now: number,
  ) {
    const own = match({ projectId, sharedWithAnyone: true }, now);
    const others = match({ sharedWith: agentId }, now);
    const rows = Uint32Array.from(new Set([...own, ...others]));
    return read(deps, mostUseful(deps, rows, MAX_SHARED, now));
  }

  function read({ accesses }: MemoryDependencies, rows: readonly number[]): Memory[] {
    return store.byKeys(rows.map((row) => index.keyOf(row))).map(accesses.withPending);
  }
}

function mostUseful({ index }: MemoryDependencies, rows: Uint32Array, limit: number, now: number): number[] {
  const { importance, occurredAt } = index.columns;
  const usefulness = Float64Array.from(rows, (row) => usefulnessOf(importance[row]!, occurredAt[row]!, now));
  return selectTop(usefulness, limit, (a, b) => rows[b]! - rows[a]!).map((at) => rows[at]!);
}

function byUsefulness(memories: readonly Memory[], now: number): Memory[] {
  const usefulness = ({ importance, occurredAt, createdAt }: Memory) =>
    usefulnessOf(importance, occurredAt ?? createdAt, now);
  return memories.toSorted((a, b) => usefulness(b) - usefulness(a) || b.key - a.key);
}

function usefulnessOf(importance: number, at: number, now: number): number {
  return importance + RECENCY_WEIGHT * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);
}
