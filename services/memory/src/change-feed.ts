import type { CommittedChange } from './memory/memory-store.js';

/** Distributes committed changes of memories to their followers in this process. */
export interface ChangeFeed {
  /** Calls all followers in the order of their registration; errors of followers go to `onError`. */
  committed(change: CommittedChange): void;
  /** Adds a follower. It is called for every durable change, before the transaction resolves. */
  follow(follower: (change: CommittedChange) => void): void;
  isFollowed(): boolean;
}

export function createChangeFeed(onError: (error: unknown) => void): ChangeFeed {
  const followers: ((change: CommittedChange) => void)[] = [];
  return {
    committed(change) {
      for (const follow of followers) {
        try {
          follow(change);
        } catch (error) {
          onError(error);
        }
      }
    },
    follow: (follower) => void followers.push(follower),
    isFollowed: () => followers.length > 0,
  };
}
