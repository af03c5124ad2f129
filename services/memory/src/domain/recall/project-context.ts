import type { ConnectedAgent } from '../agents/agents.js';
import type { MemoryDependencies } from '../dependencies.js';
import { type Memory, type MemoryType, memoryTypes, type Project } from '../memory/memory.js';
import { type Contradictions, findContradictions } from '../relations/contradictions.js';
import { usefulness } from '../retrieval/ranking/usefulness.js';
import type { SearchFilter } from '../retrieval/search-filter.js';
import { type ContextText, writeContextText } from './context-text.js';

export interface ProjectContext {
  project: Project;
  /** Most useful first within each type. */
  memories: Record<MemoryType, Memory[]>;
  agents: ConnectedAgent[];
  /** What this project shares with anybody, and what others share with the asking agent or with all; most useful first. */
  shared: Memory[];
  /** Of all these memories. */
  contradictions: Contradictions;
  counts: { active: number; archived: number; byType: Record<MemoryType, number> };
  text: ContextText | null;
}

const MAX_SHARED = 50;

/** What an agent that begins to work in a project should know. */
export async function projectContext(
  deps: MemoryDependencies,
  project: Project,
  options: { agentId: string; perType: number; maxTokens: number | null },
): Promise<ProjectContext> {
  const { search, agents, clock } = deps;
  const now = clock();
  const { projectId } = project;
  const [pages, own, others, all, connected] = await Promise.all([
    Promise.all(memoryTypes.map((type) => mostUseful({ projectId, type }, options.perType))),
    mostUseful({ projectId, sharedWithAnyone: true }, MAX_SHARED),
    mostUseful({ sharedWith: options.agentId }, MAX_SHARED),
    search.count({ projectId, includeArchived: true }, now),
    agents.connected(),
  ]);
  const ofType = <T>(choose: (page: (typeof pages)[number]) => T) =>
    Object.fromEntries(memoryTypes.map((type, at) => [type, choose(pages[at]!)])) as Record<MemoryType, T>;
  const active = pages.reduce((sum, { total }) => sum + total, 0);
  const both = new Map([...own.memories, ...others.memories].map((memory) => [memory.key, memory]));
  const shared = byUsefulness([...both.values()], now).slice(0, MAX_SHARED);
  const listed = pages.flatMap(({ memories }) => memories);
  const contradictions = await findContradictions(deps, [...listed, ...shared], now);
  return {
    project,
    memories: ofType(({ memories }) => memories),
    agents: connected.filter((agent) => agent.project.projectId === projectId),
    shared,
    contradictions,
    counts: { active, archived: all.total - active, byType: ofType(({ total }) => total) },
    text:
      options.maxTokens === null
        ? null
        : writeContextText(project, byUsefulness(listed, now), contradictions, options.maxTokens),
  };

  async function mostUseful(filter: SearchFilter, limit: number) {
    const { keys, total } = await search.page(filter, { order: 'useful', from: 0, to: limit, now });
    const memories = await deps.store.byKeys(keys);
    return { memories: memories.map(deps.accesses.withPending), total };
  }
}

function byUsefulness(memories: readonly Memory[], now: number): Memory[] {
  const worth = ({ importance, occurredAt, createdAt }: Memory) =>
    usefulness(importance, occurredAt ?? createdAt, now);
  return memories.toSorted((a, b) => worth(b) - worth(a) || b.key - a.key);
}
