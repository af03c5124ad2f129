import type { JobStore } from '../ports/job-store.js';
import type { MediaStore } from '../ports/media-store.js';
import type { SettingsKeeper } from './engine-settings.js';

const DAY_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Removes finished jobs and their files after as many days as the settings say; 0 keeps them. */
export function sweepOldJobs(options: {
  store: Pick<JobStore, 'removeFinished'>;
  media: Pick<MediaStore, 'remove'>;
  settings: Pick<SettingsKeeper, 'current'>;
  clock: () => number;
  onError: (error: unknown) => void;
}): { sweep(): Promise<void>; close(): Promise<void> } {
  const { store, media, settings, clock, onError } = options;
  let running: Promise<void> = Promise.resolve();

  async function sweepNow(): Promise<void> {
    const days = settings.current.keep_jobs_days;
    if (days === 0) return;
    for (const job of store.removeFinished(clock() - days * DAY_MS)) {
      await media.remove(job.kind === 'tts' ? 'audio' : 'video', job.jobId);
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
      clearInterval(timer);
      await running;
    },
  };
}
