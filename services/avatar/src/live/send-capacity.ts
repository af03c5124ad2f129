import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import type { LiveClient } from './live-client.js';

/**
 * Maximum bytes that may wait for the client. The system takes chunks of this size from the process: a client
 * that reads one in ten seconds, a tenth of the speech rate, counts as reading.
 */
const MAX_WAITING = 64 * 1024;

/**
 * Waits until the client has read so much that more may be sent, as long as it reads at all. Rejects with `too_slow` where it takes
 * nothing for `stallMs`, and with the reason of the signal.
 */
export async function waitForSendCapacity(
  client: Pick<LiveClient, 'waiting' | 'hasRead'>,
  stallMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (let before = client.waiting(); before > MAX_WAITING; ) {
    const hasRead = await readOrLate(client, stallMs, signal);
    const left = client.waiting();
    if (!hasRead && left >= before)
      throw new AppError(
        'too_slow',
        `Expected a client that reads, this one took nothing for ${stallMs / 1000} s`,
      );
    before = left;
  }
}

/** Whether all that waited was read within the time. */
async function readOrLate(
  client: Pick<LiveClient, 'hasRead'>,
  stallMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const limit = new AbortController();
  const leave = () => limit.abort();
  signal.addEventListener('abort', leave, { once: true });
  try {
    const late = sleep(stallMs, false, { signal: limit.signal }).catch(() => false);
    const hasRead = await Promise.race([client.hasRead().then(() => true), late]);
    signal.throwIfAborted();
    return hasRead;
  } finally {
    signal.removeEventListener('abort', leave);
    limit.abort();
  }
}
