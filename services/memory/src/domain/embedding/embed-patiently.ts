import { setTimeout } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';

const RETRY_AFTER_MS = 250;

/**
 * Tries an embedding until the queue has room for it: what has time lets the others go first, and a full queue is no
 * failure of it. `rest` is called between two tries, and ends them by rejecting.
 */
export async function embedWithRetry<T>(
  embed: () => Promise<T>,
  rest: () => Promise<void> | void = () => {},
  retryAfterMs = RETRY_AFTER_MS,
): Promise<T> {
  for (;;) {
    try {
      return await embed();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'overloaded')) throw error;
      await setTimeout(retryAfterMs);
      await rest();
    }
  }
}
