import type { Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { type Contradiction, findContradictions } from '../relations/contradictions.js';
import type { ListPosition, RankedMemory } from '../search/memory-search.js';
import { type QueryClock, serverClock } from '../search/ranking/date-phrases.js';
import type { ScoreParts } from '../search/ranking/rank.js';
import { answerableOf } from '../search/ranking/relevance.js';
import { createHighlighter, type Highlight } from '../search/text/highlights.js';
import { type MemoryFilter, toSearchFilter } from './filter.js';

export interface ScoredMemory {
  memory: Memory;
  score: number;
  parts: ScoreParts;
  /** Probability, from 0 to 1, that the memory answers the query. */
  relevance: number;
  /** Memories that were judged to contradict this memory. */
  contradicts: readonly Contradiction[];
}

export interface SearchPage {
  results: (ScoredMemory & { highlights: readonly Highlight[] })[];
  total: number;
}

export interface Recalled {
  memories: ScoredMemory[];
  /** Probability, from 0 to 1, that one of the best `limit` memories answers the query. */
  answerable: number;
  /** Number of these memories that are below `minRelevance`. */
  omitted: number;
}

/**
 * Returns the best `limit` of the memories that pass the filter, best first, without those below `minRelevance`, which are
 * not accessed.
 */
export async function recall(
  deps: MemoryDependencies,
  query: string,
  options: { limit: number; filter: MemoryFilter; minRelevance?: number; clock?: QueryClock },
): Promise<Recalled> {
  const { ranked } = await rank(deps, query, options, options.limit);
  const { minRelevance = 0 } = options;
  const relevant = ranked.filter(({ relevance }) => relevance >= minRelevance);
  const found = await read(deps, relevant);
  const now = deps.clock();
  deps.accesses.note(
    found.map(({ memory }) => memory),
    now,
  );
  return {
    memories: found.map((scored) => ({ ...scored, memory: deps.accesses.withPending(scored.memory) })),
    answerable: answerableOf(ranked.map(({ relevance }) => relevance)),
    omitted: ranked.length - relevant.length,
  };
}

/** Returns one page of the matching memories, most relevant first. This is not an access. */
export async function search(
  deps: MemoryDependencies,
  query: string,
  options: { page: number; pageSize: number; filter: MemoryFilter; clock?: QueryClock },
): Promise<SearchPage> {
  const end = options.page * options.pageSize;
  const { ranked, total } = await rank(deps, query, options, end, end - options.pageSize);
  return { results: withHighlights(deps, query, await read(deps, ranked)), total };
}

/**
 * Returns the results that follow the `returned` ones: the best of the other memories in a new ranking. The
 * list ends before its contents exceed `MAX_LIST_BYTES`; `hasMore` is true if other memories follow.
 */
export async function searchOn(
  deps: MemoryDependencies,
  query: string,
  options: { returned: readonly number[]; pageSize: number; filter: MemoryFilter; clock?: QueryClock },
): Promise<SearchPage & { keys: number[]; hasMore: boolean }> {
  const { returned, pageSize } = options;
  const known = new Set(returned);
  const { ranked, total } = await rank(deps, query, options, returned.length + pageSize + 1);
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

async function rank(
  deps: MemoryDependencies,
  text: string,
  { filter, clock = serverClock(deps.clock()) }: { filter: MemoryFilter; clock?: QueryClock },
  limit: number,
  from = 0,
) {
  const searchFilter = await toSearchFilter(filter, deps.store);
  const [vector, unrelated] = await Promise.all([deps.questions.of(text), deps.questions.unrelated()]);
  return deps.search.rank({ text, vector, clock, unrelated }, searchFilter, {
    limit,
    from,
    now: deps.clock(),
  });
}

/** Reads the state of the ranked memories; omits memories that the caller cannot see any more. */
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
    const { score, parts, relevance } = rankedOf.get(memory.key)!;
    return { memory, score, parts, relevance, contradicts: contradictions.get(memory.memoryId) ?? [] };
  });
}

export interface BrowseOptions {
  /** A page number of the complete list, or the position after which the list continues. */
  start: { page: number } | { after: ListPosition | null };
  pageSize: number;
}

export interface MemoryList {
  memories: Memory[];
  /** Number of memories that pass the filter. */
  total: number;
  /** The position of the last memory; null if no memory follows it. */
  next: ListPosition | null;
}

/**
 * Lists the memories that pass the filter, newest first. A list that continues after a position ends before its contents exceed
 * `MAX_LIST_BYTES`. A numbered page is always complete: the next number would skip the omitted memories.
 */
export async function browse(
  { search, store, accesses, clock }: MemoryDependencies,
  filter: MemoryFilter,
  { start, pageSize }: BrowseOptions,
): Promise<MemoryList> {
  const from = 'page' in start ? (start.page - 1) * pageSize : 0;
  const after = 'page' in start ? null : start.after;
  const { keys, total } = await search.page(await toSearchFilter(filter, store), {
    order: 'newest',
    from,
    // One more key shows whether the list ends here.
    to: from + pageSize + 1,
    now: clock(),
    ...(after === null ? {} : { after }),
  });
  const wanted = keys.slice(0, pageSize);
  const { memories, isCut } =
    'page' in start
      ? { memories: await store.byKeys(wanted), isCut: false }
      : await readWithin(store, wanted);
  const last = memories.at(-1);
  const hasMore = isCut || keys.length > pageSize;
  return {
    memories: memories.map(accesses.withPending),
    total,
    next: hasMore && last !== undefined ? { createdAt: last.createdAt, key: last.key } : null,
  };
}

/** A list ends before the UTF-8 contents of its memories exceed this. It has at least one memory. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

const READ_AT_A_TIME = 32;

/** Reads memories by key until their contents reach the limit; then `isCut` is true. */
async function readWithin(
  store: Pick<MemoryStore, 'byKeys'>,
  keys: readonly number[],
): Promise<{ memories: Memory[]; isCut: boolean }> {
  const memories: Memory[] = [];
  let bytes = 0;
  for (let from = 0; from < keys.length; from += READ_AT_A_TIME) {
    for (const memory of await store.byKeys(keys.slice(from, from + READ_AT_A_TIME))) {
      bytes += Buffer.byteLength(memory.content);
      if (bytes > MAX_LIST_BYTES && memories.length > 0) return { memories, isCut: true };
      memories.push(memory);
    }
  }
  return { memories, isCut: false };
}
