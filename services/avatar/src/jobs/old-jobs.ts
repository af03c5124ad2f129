import { mediaKinds } from '../media/media-ref.js';
import type { MediaStore } from '../media/media-store-port.js';
import type { SettingsKeeper } from '../settings/engine-settings.js';
import { madeBy } from './job.js';
import type { JobRecords } from './job-records.js';

const DAY_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 3_600_000;
const AT_ONCE = 200;

/**
 * Removes finished jobs and their files after the number of days in the settings; 0 keeps them. Files are
 * removed first: after an interruption the row leads to them, but a file without a row would never be found.
 */
export function sweepOldJobs(options: {
  records: Pick<JobRecords, 'finishedBefore' | 'removeFinished'>;
  media: Pick<MediaStore, 'remove'>;
  settings: Pick<SettingsKeeper, 'current'>;
  clock: () => number;
  onError: (error: unknown) => void;
}): { sweep(): Promise<void>; close(): Promise<void> } {
  const { records, media, settings, clock, onError } = options;
  let running: Promise<void> = Promise.resolve();
  let closed = false;

  async function sweepNow(): Promise<void> {
    const days = settings.current.keep_jobs_days;
    if (days === 0) return;
    const before = clock() - days * DAY_MS;
    while (!closed) {
      const jobs = await records.finishedBefore(before, AT_ONCE);
      if (jobs.length === 0) return;
      for (const kind of mediaKinds) {
        const ofKind = jobs.filter((job) => madeBy(job.kind) === kind);
        await media.remove(
          kind,
          ofKind.map(({ jobId }) => jobId),
        );
      }
      await records.removeFinished(jobs.map(({ jobId }) => jobId));
    }
  }

  function sweep(): Promise<void> {
    running = running.then(sweepNow).catch(onError);
    return running;
  }

  const timer = setInterval(sweep, SWEEP_INTERVAL_MS);
  timer.unref();
  void sweep();
  return {
    sweep,
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
