import type { MaybePromise } from '@anima/service/maybe-promise';

/**
 * Stored results of models, because a repeated call takes seconds. Keys are digests of the request; no text
 * is stored.
 *
 * Promises of every adapter:
 * - A lookup returns the result that was stored last under its key.
 * - At most `most` results are stored: the oldest are removed first.
 */
export interface JudgementStore {
  find(key: string): MaybePromise<readonly number[] | null>;
  /**
   * Stores a result; `at` is in ms since the epoch. The result can be found when the promise resolves; it may
   * be lost if the process dies before.
   */
  put(key: string, answers: readonly number[], at: number): Promise<void>;
}
