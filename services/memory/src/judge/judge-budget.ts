import { followSignals } from '@anima/calls/signals';
import type { JudgeBudget } from './pair-judge.js';

/** Creates the budget of model calls of one audit or merge. Its time starts now. */
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
