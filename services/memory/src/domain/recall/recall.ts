import type { RankedMemory } from '../../ports/memory-search.js';
import type { MemoryDependencies } from '../dependencies.js';
import type { Memory } from '../memory/memory.js';
import { type Contradiction, findContradictions } from '../relations/contradictions.js';
import type { ScoreParts } from '../retrieval/ranking/rank.js';
import { createHighlighter, type Highlight } from '../retrieval/text/highlights.js';
import { type MemoryFilter, toSearchFilter } from './filter.js';
import { readWithin } from './read-within.js';

export interface ScoredMemory {
  memory: Memory;
  score: number;
  parts: ScoreParts;
  /** Memories that cannot hold together with it, as somebody judged before. */
  contradicts: readonly Contradiction[];
}

export interface SearchPage {
  results: (ScoredMemory & { highlights: readonly Highlight[] })[];
  total: number;
}

/** The best `limit` of the memories that pass the filter, best first; all of them if they are fewer. */
export async function recall(
  deps: MemoryDependencies,
  query: string,
  options: { limit: number; filter: MemoryFilter },
): Promise<ScoredMemory[]> {
  const { ranked } = await rank(deps, query, options.filter, options.limit);
  const found = await read(deps, ranked);
  const now = deps.clock();
  deps.accesses.note(
    found.map(({ memory }) => memory),
    now,
  );
  return found.map((scored) => ({ ...scored, memory: deps.accesses.withPending(scored.memory) }));
}

/** One page of all memories that pass the filter, most relevant first. Looking is no use: nothing is counted. */
export async function search(
  deps: MemoryDependencies,
  query: string,
  options: { page: number; pageSize: number; filter: MemoryFilter },
): Promise<SearchPage> {
  const end = options.page * options.pageSize;
  const { ranked, total } = await rank(deps, query, options.filter, end, end - options.pageSize);
  return { results: withHighlights(deps, query, await read(deps, ranked)), total };
}

/**
 * The results that follow those `returned` before: the best of the others, ranked anew. They end before their contents exceed
 * `MAX_LIST_BYTES`; `hasMore` tells whether others follow.
 */
export async function searchOn(
  deps: MemoryDependencies,
  query: string,
  options: { returned: readonly number[]; pageSize: number; filter: MemoryFilter },
): Promise<SearchPage & { keys: number[]; hasMore: boolean }> {
  const { returned, pageSize } = options;
  const known = new Set(returned);
  const { ranked, total } = await rank(deps, query, options.filter, returned.length + pageSize + 1);
  const rest = ranked.filter(({ key }) => !known.has(key));
  const wanted = rest.slice(0, pageSize);
  const within = await readWithin(
    deps.store,
    wanted.map(({ key }) => key),
  );
  const found = await withRanks(deps, within.memories, wanted);
  return {
    results: withHighlights(deps, query, found),
    total,
    keys: within.memories.map(({ key }) => key),
    hasMore: within.isCut || rest.length > pageSize,
  };
}

function withHighlights(
  deps: MemoryDependencies,
  query: string,
  found: readonly ScoredMemory[],
): SearchPage['results'] {
  const highlight = createHighlighter(query);
  return found.map((scored) => ({
    ...scored,
    memory: deps.accesses.withPending(scored.memory),
    highlights: highlight(scored.memory.content),
  }));
}

async function rank(deps: MemoryDependencies, text: string, filter: MemoryFilter, limit: number, from = 0) {
  const searchFilter = await toSearchFilter(filter, deps.store);
  const vector = await deps.questions.of(text);
  return deps.search.rank({ text, vector }, searchFilter, { limit, from, now: deps.clock() });
}

/** The ranked memories as they are now; one that the caller may not see any more is left out. */
async function read(deps: MemoryDependencies, ranked: readonly RankedMemory[]): Promise<ScoredMemory[]> {
  return withRanks(deps, await deps.store.byKeys(ranked.map(({ key }) => key)), ranked);
}

async function withRanks(
  deps: MemoryDependencies,
  memories: readonly Memory[],
  ranked: readonly RankedMemory[],
): Promise<ScoredMemory[]> {
  const rankedOf = new Map(ranked.map((found) => [found.key, found]));
  const contradictions = await findContradictions(deps, memories, deps.clock());
  return memories.map((memory) => {
    const { score, parts } = rankedOf.get(memory.key)!;
    return { memory, score, parts, contradicts: contradictions.get(memory.memoryId) ?? [] };
  });
}
