import type { MaybePromise } from '@anima/service/maybe-promise';

/**
 * What a model answered, by what it was asked: asking again takes seconds. Keys are digests, and no text is kept.
 *
 * Promises of every adapter:
 * - What is found was put under this key, the last of it.
 * - No more than `most` are kept: the oldest go first.
 */
export interface JudgementStore {
  find(key: string): MaybePromise<readonly number[] | null>;
  /** `at`: ms since the epoch. Found from when it resolves; it may be lost with the process before. */
  put(key: string, answers: readonly number[], at: number): Promise<void>;
}
