import type { Priority } from './embedder.js';

/** Items of more urgent lanes after which a waiting lane gets a turn: 1/9 of the time, so that it cannot starve. */
export const MAX_PASSED = 8;

/** Priorities, the most urgent first: a user waits for a query, a write for its document; bulk work is not urgent. */
const PRIORITIES = ['query', 'document', 'bulk'] as const satisfies readonly Priority[];

/** Properties of an item that decide its turn. */
export interface QueuedItem {
  readonly priority: Priority;
  /** Callers take turns within a lane. Items without a caller share one turn. */
  readonly caller?: string | undefined;
}

/** Items of each caller in order of arrival; the caller whose turn is next is first. */
class Lane<Item extends QueuedItem> {
  // Maps and sets keep the order of insertion and remove entries in constant time.
  readonly #callers = new Map<string, Set<Item>>();
  size = 0;
  /** Number of items of more urgent lanes that were taken while this lane waited. */
  passed = 0;

  waitingOf(caller = ''): number {
    return this.#callers.get(caller)?.size ?? 0;
  }

  push(item: Item): void {
    const { caller = '' } = item;
    const own = this.#callers.get(caller) ?? new Set();
    if (!own.has(item)) this.size++;
    this.#callers.set(caller, own.add(item));
  }

  remove(item: Item): void {
    const { caller = '' } = item;
    const own = this.#callers.get(caller);
    if (own?.delete(item) !== true) return;
    this.size--;
    if (own.size === 0) this.#callers.delete(caller);
  }

  take(): Item | undefined {
    const [turn] = this.#callers;
    if (turn === undefined) return undefined;
    const [caller, own] = turn;
    const [item] = own;
    this.remove(item!);
    // Moves the caller after the waiting callers.
    if (own.size > 0 && this.#callers.delete(caller)) this.#callers.set(caller, own);
    return item;
  }

  items(): Item[] {
    return [...this.#callers.values()].flatMap((own) => [...own]);
  }
}

/**
 * A queue with a lane for each priority. More urgent lanes go first, but at most MAX_PASSED of their items pass a waiting
 * lane. Within a lane, callers take turns, so that no caller waits for all items of another. Items of one caller keep their
 * order; an item that is taken and pushed again goes last, so that a long text takes turns with short ones. Priority queues
 * on npm let low priorities starve.
 */
export class EmbeddingQueue<Item extends QueuedItem> {
  #lanes = createLanes<Item>();

  get size(): number {
    return PRIORITIES.reduce((sum, priority) => sum + this.#lanes[priority].size, 0);
  }

  waiting(priority: Priority): number {
    return this.#lanes[priority].size;
  }

  waitingOf({ priority, caller }: QueuedItem): number {
    return this.#lanes[priority].waitingOf(caller);
  }

  push(item: Item): void {
    this.#lanes[item.priority].push(item);
  }

  remove(item: Item): void {
    this.#lanes[item.priority].remove(item);
  }

  /** Removes and returns the next item. */
  take(): Item | undefined {
    const waiting = PRIORITIES.map((priority) => this.#lanes[priority]).filter(({ size }) => size > 0);
    const turn = waiting.find(({ passed }) => passed >= MAX_PASSED) ?? waiting[0];
    if (turn === undefined) return undefined;
    turn.passed = 0;
    for (const lane of waiting.slice(waiting.indexOf(turn) + 1)) lane.passed++;
    return turn.take();
  }

  /** Empties all lanes. */
  drain(): Item[] {
    const items = PRIORITIES.flatMap((priority) => this.#lanes[priority].items());
    this.#lanes = createLanes();
    return items;
  }
}

function createLanes<Item extends QueuedItem>(): Record<Priority, Lane<Item>> {
  return { query: new Lane(), document: new Lane(), bulk: new Lane() };
}
