/**
 * `work` is done once at a time: a call while it is done has it done once more, so that it misses nothing that came meanwhile.
 * Resolves when none of it is under way any more. `work` never rejects.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | null = null;
  let isWanted = false;

  async function workWhileWanted(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await work();
    }
    working = null;
  }

  return () => {
    isWanted = true;
    working ??= Promise.resolve().then(workWhileWanted);
    return working;
  };
}
