import type { CommittedChange } from './ports/memory-store.js';

/** Committed changes to memories, on the way to what follows the store in this process. */
export interface ChangeFeed {
  /** Tells all followers, in the order in which they came; what one of them throws goes to `onError`. */
  committed(change: CommittedChange): void;
  /** Told of every change as soon as it is durable, before the promise of its transaction resolves. */
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
