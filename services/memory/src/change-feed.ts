import type { CommittedChange } from './memory/memory-store.js';

/** Distributes committed changes of memories to their followers in this process. */
export interface ChangeFeed {
  /** Calls all followers in the order of their registration; errors of followers go to `onError`. */
  committed(change: CommittedChange): void;
  /** Adds a follower. It is called for every durable change, before the transaction resolves. */
  follow(follower: (change: CommittedChange) => void): void;
  /** Calls all followers of removals with the keys of erased memories, after the removal is durable. */
  erased(keys: readonly number[]): void;
  followErased(follower: (keys: readonly number[]) => void): void;
  isFollowed(): boolean;
}

export function createChangeFeed(onError: (error: unknown) => void): ChangeFeed {
  const followers: ((change: CommittedChange) => void)[] = [];
  const removers: ((keys: readonly number[]) => void)[] = [];
  function notify<Item>(all: readonly ((item: Item) => void)[], item: Item): void {
    for (const follow of all) {
      try {
        follow(item);
      } catch (error) {
        onError(error);
      }
    }
  }
  return {
    committed: (change) => notify(followers, change),
    erased: (keys) => notify(removers, keys),
    followErased: (follower) => void removers.push(follower),
    follow: (follower) => void followers.push(follower),
    isFollowed: () => followers.length > 0,
  };
}
