import type { Priority } from './embedder.js';

/** After this many items that went past it a waiting lane gets one turn: 1/9 of the time, so it cannot starve. */
export const PASSED_BEFORE_A_TURN = 8;

/** The most urgent first: somebody waits for a query, a write is acknowledged when its document is embedded, bulk has time. */
const PRIORITIES = ['query', 'document', 'bulk'] as const satisfies readonly Priority[];

/** What the queue knows of an item. */
export interface QueuedItem {
  readonly priority: Priority;
  /** Callers take turns within a lane; items without one belong to the same caller. */
  readonly caller?: string | undefined;
}

/** The items of each caller in order of arrival; the caller whose turn is next stands first. */
class Lane<Item extends QueuedItem> {
  // Maps and sets keep the order of insertion and remove from the middle at once.
  readonly #callers = new Map<string, Set<Item>>();
  size = 0;
  /** How many items of more urgent lanes were taken while this one waited. */
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
    // Behind the callers that wait.
    if (own.size > 0 && this.#callers.delete(caller)) this.#callers.set(caller, own);
    return item;
  }

  items(): Item[] {
    return [...this.#callers.values()].flatMap((own) => [...own]);
  }
}

/**
 * A lane for each priority. More urgent lanes go first, but never more than PASSED_BEFORE_A_TURN of their items past a lane that waits. Inside
 * a lane the callers take turns, so that nobody waits for all that another caller has put there; the items of one caller keep their order, and
 * one that is taken and put back goes behind the others, so that a long text takes turns with short ones. Queues of npm have priorities, and
 * starve who has none.
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
    const turn = waiting.find(({ passed }) => passed >= PASSED_BEFORE_A_TURN) ?? waiting[0];
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
