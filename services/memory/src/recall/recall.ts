import type { Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { type Contradictions, findContradictions } from '../relations/contradictions.js';
import type { ListPosition, RankedMemory } from '../search/memory-search.js';
import type { DatePhrase } from '../search/ranking/date-phrases.js';
import { answerableOf } from '../search/ranking/relevance.js';
import { createHighlighter, type Highlight } from '../search/text/highlights.js';
import { type ContextText, packContext } from './context-text.js';
import { type MemoryFilter, toSearchFilter } from './filter.js';
import { findPassages } from './find-passages.js';
import type { OrderedHits } from './order-hits.js';
import { openRankedList } from './ranked-list.js';
import type { ScoredMemory } from './scored-memory.js';

export interface SearchPage {
  results: (ScoredMemory & { highlights: readonly Highlight[] })[];
  total: number;
}

/** Minimum size of a line of a context text. It limits the memories that are read for a budget. */
const MIN_LINE_TOKENS = 25;
const MAX_PACKED = 200;

export interface RecallOptions {
  limit: number;
  filter: MemoryFilter;
  minRelevance?: number;
  /** Packs the best memories into a text of this size. */
  maxTokens?: number | null;
  /** Phrases of the query that name a time; by default, they are read with the clock of the server. */
  dates?: readonly DatePhrase[];
}

export interface Recalled {
  memories: ScoredMemory[];
  /** Probability, from 0 to 1, that one of the best `limit` memories answers the query. */
  answerable: number;
  /** Number of these memories that are below `minRelevance`. */
  omitted: number;
  text: ContextText | null;
}

/**
 * Returns the best `limit` of the memories that pass the filter, best first, and their text, without those below
 * `minRelevance`, which are not accessed.
 */
export async function recall(
  deps: MemoryDependencies,
  query: string,
  { limit, minRelevance = 0, maxTokens = null, ...options }: RecallOptions,
): Promise<Recalled> {
  const packed = maxTokens === null ? 0 : Math.min(MAX_PACKED, Math.ceil(maxTokens / MIN_LINE_TOKENS));
  const count = Math.max(limit, packed);
  const list = await openRankedList(deps, query, options);
  const head = await list.head(count);
  const best = head.ranked.slice(0, limit);
  const relevant = head.ranked.slice(0, count).filter(({ relevance }) => relevance >= minRelevance);
  const found = await withRanks(deps, query, relevant, head.memories, head.contradictions);
  const shown = new Set(best.map(({ key }) => key));
  const memories = found.filter(({ memory }) => shown.has(memory.key));
  const now = deps.clock();
  deps.accesses.note(
    memories.map(({ memory }) => memory),
    now,
  );
  return {
    memories: memories.map((scored) => ({ ...scored, memory: deps.accesses.withPending(scored.memory) })),
    answerable: answerableOf(best.map(({ relevance }) => relevance)),
    omitted: best.filter(({ relevance }) => relevance < minRelevance).length,
    text: maxTokens === null ? null : packContext(found, maxTokens),
  };
}

/** Returns one page of the matching memories, most relevant first. This is not an access. */
export async function search(
  deps: MemoryDependencies,
  query: string,
  options: { page: number; pageSize: number; filter: MemoryFilter; dates?: readonly DatePhrase[] },
): Promise<SearchPage> {
  const end = options.page * options.pageSize;
  const list = await openRankedList(deps, query, options);
  const { ranked, total, head } = await list.part(end - options.pageSize, end);
  const unread = ranked.filter(({ key }) => !head.memories.has(key));
  const { memories, contradictions } = await readMarked(deps, unread, head);
  const found = await withRanks(deps, query, ranked, memories, contradictions);
  return { results: withHighlights(deps, query, found), total };
}

/**
 * Returns the results that follow the `returned` ones: the best of the other memories in a new ranking. The
 * list ends before its contents exceed `MAX_LIST_BYTES`; `hasMore` is true if other memories follow.
 */
export async function searchOn(
  deps: MemoryDependencies,
  query: string,
  options: {
    returned: readonly number[];
    pageSize: number;
    filter: MemoryFilter;
    dates?: readonly DatePhrase[];
  },
): Promise<SearchPage & { keys: number[]; hasMore: boolean }> {
  const { returned, pageSize } = options;
  const known = new Set(returned);
  const list = await openRankedList(deps, query, options);
  const { ranked, total } = await list.part(0, returned.length + pageSize + 1);
  const rest = ranked.filter(({ key }) => !known.has(key));
  const wanted = rest.slice(0, pageSize);
  const within = await readWithin(
    deps.store,
    wanted.map(({ key }) => key),
  );
  const contradictions = await findContradictions(deps, within.memories, deps.clock());
  const memories = new Map(within.memories.map((memory) => [memory.key, memory]));
  return {
    results: withHighlights(deps, query, await withRanks(deps, query, wanted, memories, contradictions)),
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

/** Reads memories and their contradictions in addition to those of `head`. */
async function readMarked(
  deps: MemoryDependencies,
  unread: readonly RankedMemory[],
  head: OrderedHits,
): Promise<Pick<OrderedHits, 'memories' | 'contradictions'>> {
  if (unread.length === 0) return head;
  const read = await deps.store.byKeys(unread.map(({ key }) => key));
  const contradictions = await findContradictions(deps, read, deps.clock());
  return {
    memories: new Map([...head.memories, ...read.map((memory) => [memory.key, memory] as const)]),
    contradictions: new Map([...head.contradictions, ...contradictions]),
  };
}

/** Adds the memories and their passages to the ranks; omits memories that the caller cannot see any more. */
async function withRanks(
  deps: MemoryDependencies,
  query: string,
  ranked: readonly RankedMemory[],
  memories: ReadonlyMap<number, Memory>,
  contradictions: Contradictions,
): Promise<ScoredMemory[]> {
  const found = ranked.flatMap(({ key }) => memories.get(key) ?? []);
  const passages = await findPassages(deps, query, found);
  return ranked.flatMap(({ key, score, parts, relevance }) => {
    const memory = memories.get(key);
    if (memory === undefined) return [];
    return [
      {
        memory,
        score,
        parts,
        relevance,
        contradicts: contradictions.get(memory.memoryId) ?? [],
        passage: passages.get(key) ?? null,
      },
    ];
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
