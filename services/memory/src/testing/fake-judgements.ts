import type { JudgementStore } from '../relations/judgement-store.js';

/** Creates a JudgementStore in RAM. Above `most` judgements, it removes the oldest. */
export function createFakeJudgements(most = 1_000): JudgementStore {
  const stored = new Map<string, { answers: readonly number[]; at: number }>();
  return {
    find: async (key) => stored.get(key)?.answers ?? null,
    async put(key, answers, at) {
      await null;
      stored.set(key, { answers, at });
      const byAge = [...stored].sort(([, a], [, b]) => a.at - b.at);
      for (const [old] of byAge.slice(0, Math.max(0, byAge.length - most))) stored.delete(old);
    },
  };
}
