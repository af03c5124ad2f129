import { expect, it } from 'vitest';
import { defaultSettings } from './engine-settings.js';
import type { JobKind } from './job.js';
import type { MediaKind } from './media-ref.js';
import { sweepOldJobs } from './old-jobs.js';

const DAY_MS = 86_400_000;

/** Jobs that ended this many days ago, in memory; a removal can be made to fail. */
function sweepOver(daysAgo: Record<string, { days: number; kind: JobKind }>) {
  const now = 100 * DAY_MS;
  const rows = new Map(Object.entries(daysAgo));
  const told: string[] = [];
  const state = { failing: false, settings: { current: { ...defaultSettings } } };
  const old = sweepOldJobs({
    store: {
      finishedBefore: (before, limit) =>
        [...rows]
          .filter(([, { days }]) => now - days * DAY_MS < before)
          .slice(0, limit)
          .map(([jobId, { kind }]) => ({ jobId, kind })),
      removeFinished(jobIds) {
        for (const jobId of jobIds) rows.delete(jobId);
        told.push(`rows ${jobIds}`);
      },
    },
    media: {
      async remove(kind: MediaKind, jobIds) {
        if (state.failing) throw new Error('the disk says no');
        if (jobIds.length > 0) told.push(`${kind} ${jobIds}`);
      },
    },
    settings: state.settings,
    clock: () => now,
    onError: (error) => told.push((error as Error).message),
  });
  return { old, told, state, left: () => [...rows.keys()] };
}

it('removes jobs after thirty days unless told otherwise, their files before their rows', async () => {
  const { old, told, left } = sweepOver({
    a: { days: 31, kind: 'tts' },
    b: { days: 40, kind: 'lipsync' },
    c: { days: 29, kind: 'tts' },
  });
  await old.sweep();
  expect(told).toEqual(['audio a', 'video b', 'rows a,b']);
  expect(left()).toEqual(['c']);
  await old.close();
});

it('keeps all at 0, and less than all where fewer days are asked for', async () => {
  const { old, state, left } = sweepOver({ a: { days: 99, kind: 'tts' }, b: { days: 6, kind: 'tts' } });
  state.settings.current = { ...defaultSettings, keep_jobs_days: 0 };
  await old.sweep();
  expect(left()).toEqual(['a', 'b']);
  state.settings.current = { ...defaultSettings, keep_jobs_days: 7 };
  await old.sweep();
  expect(left()).toEqual(['b']);
  await old.close();
});

it('forgets no job whose files are still there, and takes it up again', async () => {
  const { old, told, state, left } = sweepOver({ a: { days: 31, kind: 'enhance' } });
  state.failing = true;
  await old.sweep();
  expect([told, left()]).toEqual([['the disk says no', 'the disk says no'], ['a']]);
  state.failing = false;
  await old.sweep();
  expect(left()).toEqual([]);
  await old.close();
});
