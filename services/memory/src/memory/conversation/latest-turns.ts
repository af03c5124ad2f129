import type { MaybePromise } from '@anima/service/maybe-promise';
import type { MemorySearch } from '../../search/memory-search.js';
import type { MemoryStore } from '../memory-store.js';

/**
 * The latest turn of each conversation. The order of turns is their order of arrival. It is fixed before the
 * slow part (the embedding) starts, so that a short turn cannot overtake a long one.
 */
export interface Turn {
  speaker: string | null;
  content: string;
}

export interface PlaceInConversation {
  /** The previous turn. */
  previous: MaybePromise<Turn | null>;
  /** Resolves when the previous turn is stored or has failed. */
  turnCame: Promise<void>;
  /** Releases the next turn; must be called. A turn that was not stored is not the previous turn. */
  leave(isStored: boolean): void;
}

export interface LatestTurns {
  /** Resolves like `looking`, in the order of the calls. Look-ups before `enter` are concurrent. */
  inOrder<T>(looking: Promise<T>): Promise<T>;
  /** Makes this turn the latest turn of the conversation. */
  enter(conversation: string, turn: Turn): PlaceInConversation;
  /** Forgets the latest turn of a conversation, which is then read from the store. */
  forget(conversation: string): void;
}

const MAX_CONVERSATIONS = 10_000;

/**
 * `lastStored` finds the last turn of a conversation that is not in RAM (after a restart, or a long pause).
 * If other processes write to the same store, only turns in progress are in RAM, because later turns can come
 * from another process.
 */
export function createLatestTurns(
  lastStored: (conversation: string) => MaybePromise<Turn | null>,
  { isShared = false } = {},
): LatestTurns {
  const latestTurns = new Map<string, { turn: Turn; settled: Promise<void> }>();
  let lastLookup = Promise.resolve();
  return {
    async inOrder(looking) {
      const before = lastLookup;
      lastLookup = Promise.allSettled([before, looking]).then(() => {});
      await before;
      return looking;
    },

    forget: (conversation) => void latestTurns.delete(conversation),

    enter(conversation, turn) {
      const before = latestTurns.get(conversation);
      const previous = before?.turn ?? lastStored(conversation);
      let letPass = (): void => {};
      const left = new Promise<void>((resolve) => {
        letPass = resolve;
      });
      const turnCame = before?.settled ?? Promise.resolve();
      // Removes the least recently used conversation; its turns in progress keep their promises.
      latestTurns.delete(conversation);
      const tail = { turn, settled: turnCame.then(() => left) };
      latestTurns.set(conversation, tail);
      if (latestTurns.size > MAX_CONVERSATIONS) {
        const oldest = latestTurns.keys().next();
        if (!oldest.done) latestTurns.delete(oldest.value);
      }
      function leave(isStored: boolean): void {
        letPass();
        if ((isStored && !isShared) || latestTurns.get(conversation) !== tail) return;
        if (isStored || before === undefined) latestTurns.delete(conversation);
        else latestTurns.set(conversation, before);
      }
      return { previous, turnCame, leave };
    },
  };
}

/** Returns the last stored turn of a conversation. */
export async function lastStoredTurn(
  { store, search }: { store: Pick<MemoryStore, 'byKeys'>; search: Pick<MemorySearch, 'lastOfConversation'> },
  conversation: string,
): Promise<Turn | null> {
  const key = await search.lastOfConversation(conversation);
  if (key === null) return null;
  const [turn] = await store.byKeys([key]);
  return turn ?? null;
}
