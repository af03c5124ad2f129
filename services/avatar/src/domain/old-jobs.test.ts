import { expect, it } from 'vitest';
import { defaultSettings } from './engine-settings.js';
import type { Job } from './job.js';
import { sweepOldJobs } from './old-jobs.js';

const DAY_MS = 86_400_000;

it('removes jobs and their files after as many days as the settings say, and none at 0', async () => {
  const asked: number[] = [];
  const removed: string[] = [];
  const settings = { current: { ...defaultSettings } };
  const old = sweepOldJobs({
    store: {
      removeFinished(before) {
        asked.push(before);
        return [
          { jobId: 'a', kind: 'tts' },
          { jobId: 'b', kind: 'lipsync' },
        ] as Job[];
      },
    },
    media: {
      remove: async (kind, jobId) => {
        removed.push(`${kind}/${jobId}`);
      },
    },
    settings,
    clock: () => 100 * DAY_MS,
    onError: (error) => {
      throw error;
    },
  });
  await old.sweep();
  expect(asked).toEqual([]);
  settings.current = { ...defaultSettings, keep_jobs_days: 7 };
  await old.sweep();
  expect(asked).toEqual([93 * DAY_MS]);
  expect(removed).toEqual(['audio/a', 'video/b']);
  await old.close();
});
