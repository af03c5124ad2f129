import type { Priority } from './embedder.js';

/** After this many windows of queries in a row a waiting document gets one: 1/9 of the time, so it cannot starve. */
export const QUERIES_BEFORE_A_DOCUMENT = 8;

/**
 * Two lanes. Queries go first, but never more than QUERIES_BEFORE_A_DOCUMENT of them past a waiting document. Inside a
 * lane the order is the order of arrival; whoever takes an item and puts it back goes behind the others, so that a long
 * text takes turns with short ones. Queues of npm have priorities, and starve who has none.
 */
export class EmbeddingQueue<Item extends { readonly priority: Priority }> {
  // Sets keep the order of insertion and remove from the middle at once.
  readonly #lanes: Record<Priority, Set<Item>> = { query: new Set(), document: new Set() };
  #queriesInARow = 0;

  get size(): number {
    return this.#lanes.query.size + this.#lanes.document.size;
  }

  waiting(priority: Priority): number {
    return this.#lanes[priority].size;
  }

  push(item: Item): void {
    this.#lanes[item.priority].add(item);
  }

  remove(item: Item): void {
    this.#lanes[item.priority].delete(item);
  }

  /** Removes and returns the next item. */
  take(): Item | undefined {
    const { query, document } = this.#lanes;
    const turn = query.size === 0 || (document.size > 0 && this.#queriesInARow >= QUERIES_BEFORE_A_DOCUMENT);
    const lane = turn ? document : query;
    this.#queriesInARow = turn || document.size === 0 ? 0 : this.#queriesInARow + 1;
    const [item] = lane;
    if (item) lane.delete(item);
    return item;
  }

  /** Empties both lanes. */
  drain(): Item[] {
    const items = [...this.#lanes.query, ...this.#lanes.document];
    this.#lanes.query.clear();
    this.#lanes.document.clear();
    return items;
  }
}
