import { knowsLanguage } from '../embedding/known-language.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import type { RankedMemory } from '../search/memory-search.js';
import { type DatePhrase, datePhrases, serverClock } from '../search/ranking/date-phrases.js';
import { type MemoryFilter, toSearchFilter } from './filter.js';
import { MAX_ORDERED, type OrderedHits, orderHits } from './order-hits.js';

/** The memories that pass a filter, ranked for a query, with newer memories before the memories that they replace. */
export interface RankedList {
  /** Returns at least the best `count` memories, at most MAX_ORDERED, with their contradictions. */
  head(count: number): Promise<OrderedHits>;
  /**
   * Returns the memories at the positions `from` (inclusive) to `to` (exclusive), the number of all, and the head of the
   * list.
   */
  part(from: number, to: number): Promise<{ ranked: RankedMemory[]; total: number; head: OrderedHits }>;
}

export async function openRankedList(
  deps: MemoryDependencies,
  text: string,
  {
    filter,
    dates = datePhrases(text, serverClock(deps.clock())),
  }: { filter: MemoryFilter; dates?: readonly DatePhrase[] },
): Promise<RankedList> {
  const searchFilter = await toSearchFilter(filter, deps.store);
  const [vector, unrelated] = await Promise.all([deps.questions.of(text), deps.questions.unrelated()]);
  const isUnderstood = knowsLanguage(deps.calibration, text);
  const query = { text, vector, isUnderstood, dates, unrelated };
  const now = deps.clock();

  async function rankKeys(keys: readonly number[]): Promise<readonly RankedMemory[]> {
    const only = { ...searchFilter, keys };
    return (await deps.search.rank(query, only, { limit: keys.length, now })).ranked;
  }

  async function ordered(count: number) {
    const { ranked, total } = await deps.search.rank(query, searchFilter, { limit: count, now });
    return { total, ...(await orderHits(deps, ranked, rankKeys, query)) };
  }

  return {
    head: (count) => ordered(Math.min(count, MAX_ORDERED)),

    async part(from, to) {
      const head = await ordered(Math.min(to, MAX_ORDERED));
      const { total } = head;
      if (to <= MAX_ORDERED) return { ranked: head.ranked.slice(from, to), total, head };
      const hasOutside = head.ranked.length > MAX_ORDERED;
      // Without memories from outside, the ranking determines the positions after the head.
      const start = hasOutside ? 0 : Math.max(from, MAX_ORDERED);
      const { ranked } = await deps.search.rank(query, searchFilter, { limit: to, from: start, now });
      if (!hasOutside)
        return { ranked: [...head.ranked.slice(from), ...ranked].slice(0, to - from), total, head };
      const moved = new Set(head.ranked.map(({ key }) => key));
      const rest = ranked.filter(({ key }) => !moved.has(key));
      return { ranked: [...head.ranked, ...rest].slice(from, to), total, head };
    },
  };
}
