import { callWithin } from '@anima/calls/signals';
import type { AcceptedJob, AvatarClient, FinishedJob, JobKind } from '@anima/client';
import type { Context } from '../context.js';

/** A service that is busy has this long to take the word. */
const CANCEL_MS = 3_000;

/** Waits with a bar; Ctrl-C cancels the job. */
export async function waitFor<Kind extends JobKind>(
  { progress, signal, avatar }: Context,
  client: AvatarClient,
  job: AcceptedJob<Kind>,
  what: string,
): Promise<FinishedJob<Kind>> {
  try {
    return await client.waitFor(job, {
      signal,
      onProgress: ({ queue_position, stage, progress: share }) => {
        const place = queue_position === undefined ? '' : `, number ${queue_position} in the queue`;
        progress.show(`${what}: ${stage}${place}`, share);
      },
    });
  } catch (error) {
    if (signal.aborted) {
      // All that the client had under way has ended with the signal: another one is asked.
      await callWithin(CANCEL_MS, [], async (ending) => {
        const other = await avatar(ending);
        await other.jobs.cancel(job).catch(() => {});
      });
    }
    throw error;
  } finally {
    progress.clear();
  }
}
