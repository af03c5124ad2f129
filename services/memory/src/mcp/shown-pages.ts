/** The numbers of the pairs that an agent was shown last of a run: `rest` speaks of no others. */
export interface ShownPages {
  last(runId: string, agentId: string): readonly number[];
  show(runId: string, agentId: string, numbers: readonly number[]): void;
}

const MAX_PAGES = 1_000;

/** In RAM: whoever asks after a restart is shown the page again, before anything is said of its rest. */
export function createShownPages(): ShownPages {
  const pages = new Map<string, readonly number[]>();
  const keyOf = (runId: string, agentId: string) => `${runId} ${agentId}`;
  return {
    last: (runId, agentId) => pages.get(keyOf(runId, agentId)) ?? [],
    show(runId, agentId, numbers) {
      const key = keyOf(runId, agentId);
      pages.delete(key);
      if (numbers.length > 0) pages.set(key, numbers);
      if (pages.size > MAX_PAGES) pages.delete(pages.keys().next().value!);
    },
  };
}
