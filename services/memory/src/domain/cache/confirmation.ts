import type { PairJudge } from '../../ports/pair-judge.js';
import type { NearResponse } from '../../ports/response-cache-store.js';

/** A second opinion that is slower and dearer than the first. */
export interface Confirmation {
  readonly judge: PairJudge;
  /** Past it nobody waits for the answer any longer. */
  readonly timeoutMs: number;
}

/** Null where the judge says that both ask the same; otherwise why the response is not answered. A judge that fails says no. */
export function createConfirmation(
  { judge, timeoutMs }: Confirmation,
  onError: (error: unknown) => void,
): (query: string, cached: NearResponse) => Promise<readonly string[] | null> {
  return async (query, { query: known, cosine }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const pairs = [{ a: { text: query }, b: { text: known }, cosine }];
      const [verdict] = await Promise.race([
        judge.sameQuestion(pairs, { priority: 'query', signal }),
        aborted(signal),
      ]);
      if (verdict!.answer === 'yes') return null;
      return [`${verdict!.by} does not confirm it`, ...verdict!.evidence];
    } catch (error) {
      if (signal.aborted) return [`not confirmed within ${timeoutMs} ms`];
      onError(error);
      return ['the judge that confirms could not be asked'];
    }
  };
}

/** Rejects once the signal does, whether or not the judge keeps to it. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
