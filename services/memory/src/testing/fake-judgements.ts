import type { JudgementStore } from '../relations/judgement-store.js';

/** Creates a JudgementStore in RAM. Above `most` judgements, it removes the oldest. */
export function createFakeJudgements(most = 1_000): JudgementStore {
  const kept = new Map<string, { answers: readonly number[]; at: number }>();
  return {
    find: async (key) => kept.get(key)?.answers ?? null,
    async put(key, answers, at) {
      await null;
      kept.set(key, { answers, at });
      const byAge = [...kept].sort(([, a], [, b]) => a.at - b.at);
      for (const [old] of byAge.slice(0, Math.max(0, byAge.length - most))) kept.delete(old);
    },
  };
}
