import { followSignals } from '@anima/calls/signals';
import type { JudgeBudget } from '../../ports/pair-judge.js';

/** What one audit, or one merge, may ask of a model. Its time runs from now on. */
export function createJudgeBudget({ pairs, seconds }: { pairs: number; seconds: number }): JudgeBudget {
  let left = pairs;
  const { signal } = followSignals([], seconds * 1000);
  const isSpent = () => left === 0 || signal.aborted;
  return {
    signal,
    isSpent,
    take() {
      if (isSpent()) return false;
      left--;
      return true;
    },
  };
}
