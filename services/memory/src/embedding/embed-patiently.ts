import { setTimeout } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';

const RETRY_AFTER_MS = 250;

/**
 * Repeats an embedding until the queue accepts it: work without urgency waits for other work, and a full
 * queue is not a failure. `rest` is called between two attempts, and ends them by rejecting.
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
