import { followSignals } from '@anima/calls/signals';
import { AppError } from '@anima/service/errors';
import type { PairJudge } from '../judge/pair-judge.js';
import type { NearResponse } from './response-cache-store.js';

/** A judge that confirms hits; slower and more expensive than the comparison of words. */
export interface Confirmation {
  readonly judge: PairJudge;
  /** Milliseconds after which a missing answer counts as a miss. */
  readonly timeoutMs: number;
}

export interface Opinion {
  readonly isSame: boolean;
  readonly lines: readonly string[];
}

/** Creates the call that asks the judge. A judge that fails or exceeds the timeout does not confirm the hit. */
export function createConfirmation(
  { judge, timeoutMs }: Confirmation,
  onError: (error: unknown) => void,
): (query: string, cached: NearResponse) => Promise<Opinion> {
  return async (query, { query: known, cosine }) => {
    const { signal, release } = followSignals([], timeoutMs);
    try {
      const pairs = [{ a: { text: query }, b: { text: known }, cosine }];
      const [verdict] = await Promise.race([
        judge.sameQuestion(pairs, { priority: 'query', signal }),
        aborted(signal),
      ]);
      const { by, answer, evidence } = verdict!;
      if (answer === 'yes') return { isSame: true, lines: [`confirmed by ${by}`] };
      return { isSame: false, lines: [`${by} does not confirm it`, ...evidence] };
    } catch (error) {
      if (signal.aborted) return { isSame: false, lines: [`not confirmed within ${timeoutMs} ms`] };
      // The judge itself reports a model that does not answer, once for many checks.
      if (!(error instanceof AppError && error.code === 'unavailable')) onError(error);
      return { isSame: false, lines: ['the judge that confirms could not be asked'] };
    } finally {
      release();
    }
  };
}

/** Rejects when the signal aborts, also if the judge ignores the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
