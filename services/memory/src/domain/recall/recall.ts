import type { MemoryDependencies } from '../dependencies.js';
import type { Memory } from '../memory/memory.js';
import { type RankedRow, rankMemories, type ScoreParts } from '../retrieval/ranking/rank.js';
import { createHighlighter, type Highlight } from '../retrieval/text/highlights.js';
import { type MemoryFilter, toIndexFilter } from './filter.js';

export interface ScoredMemory {
  memory: Memory;
  score: number;
  parts: ScoreParts;
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
  const found = read(deps, ranked);
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
  const highlight = createHighlighter(query);
  const results = read(deps, ranked).map((scored) => ({
    ...scored,
    memory: deps.accesses.withPending(scored.memory),
    highlights: highlight(scored.memory.content),
  }));
  return { results, total };
}

async function rank(deps: MemoryDependencies, text: string, filter: MemoryFilter, limit: number, from = 0) {
  const indexFilter = toIndexFilter(filter, deps.store);
  const vector = await deps.questions.of(text);
  const now = deps.clock();
  const rows = deps.match(indexFilter, now);
  const ranked = rankMemories({ text, vector }, deps.index, rows, { limit, from, now });
  return { ranked, total: rows.length };
}

/** The index knows only what is durable, so every ranked row is in the store. */
function read({ index, store }: MemoryDependencies, ranked: readonly RankedRow[]): ScoredMemory[] {
  const memories = store.byKeys(ranked.map(({ row }) => index.keyOf(row)));
  return memories.map((memory, at) => ({ memory, score: ranked[at]!.score, parts: ranked[at]!.parts }));
}
