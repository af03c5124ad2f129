import { AppError } from '@anima/service/errors';

const passing = new Set([
  'too_many_requests',
  'unavailable',
  'storage_unavailable',
  'request_timeout',
  'storage_full',
]);

/** Returns whether an error is transient: the same request may succeed a moment later. */
export function isTransientError(error: unknown): boolean {
  return !(error instanceof AppError) || passing.has(error.code);
}

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
