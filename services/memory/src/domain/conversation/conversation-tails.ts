import type { MaybePromise } from '@anima/service/maybe-promise';

/**
 * The running end of each conversation. The order of turns is the order in which they arrived, fixed before the
 * slow part (the embedding) begins: a long turn is not overtaken by the short one after it.
 */
export interface Turn {
  speaker: string | null;
  content: string;
}

export interface PlaceInConversation {
  /** The turn before this one. */
  previous: MaybePromise<Turn | null>;
  /** Resolves when that turn is stored, or failed. */
  turnCame: Promise<void>;
  /** Lets the next turn pass. Call whatever happened: what was not stored is no turn, and is none before the next one. */
  leave(isStored: boolean): void;
}

export interface LatestTurns {
  /**
   * What has to be looked up of a turn before it can enter: all look at the same time, and those that came one after the other
   * go on in that order.
   */
  inOrder<T>(looking: Promise<T>): Promise<T>;
  /** Makes this turn the last. */
  enter(conversation: string, turn: Turn): PlaceInConversation;
}

const MAX_CONVERSATIONS = 10_000;

/**
 * `lastStored` finds the last turn of a conversation that is not in RAM (after a restart, or long silent). Where other processes write
 * to the same store, only turns under way stand in RAM: what came after them may be another's.
 */
export function createConversationTails(
  lastStored: (conversation: string) => MaybePromise<Turn | null>,
  { isShared = false } = {},
): LatestTurns {
  const tails = new Map<string, { turn: Turn; settled: Promise<void> }>();
  let lastLooked = Promise.resolve();
  return {
    async inOrder(looking) {
      const before = lastLooked;
      lastLooked = Promise.allSettled([before, looking]).then(() => {});
      await before;
      return looking;
    },

    enter(conversation, turn) {
      const before = tails.get(conversation);
      const previous = before?.turn ?? lastStored(conversation);
      let letPass = (): void => {};
      const left = new Promise<void>((resolve) => {
        letPass = resolve;
      });
      const turnCame = before?.settled ?? Promise.resolve();
      // The least recently spoken in is forgotten first; its turns under way keep their own promises.
      tails.delete(conversation);
      const tail = { turn, settled: turnCame.then(() => left) };
      tails.set(conversation, tail);
      if (tails.size > MAX_CONVERSATIONS) {
        const oldest = tails.keys().next();
        if (!oldest.done) tails.delete(oldest.value);
      }
      function leave(isStored: boolean): void {
        letPass();
        if ((isStored && !isShared) || tails.get(conversation) !== tail) return;
        if (isStored || before === undefined) tails.delete(conversation);
        else tails.set(conversation, before);
      }
      return { previous, turnCame, leave };
    },
  };
}
