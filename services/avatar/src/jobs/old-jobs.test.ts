import { expect, it } from 'vitest';
import type { MediaKind } from '../media/media-ref.js';
import { defaultSettings } from '../settings/engine-settings.js';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import type { JobKind } from './job.js';
import { sweepOldJobs } from './old-jobs.js';

const DAY_MS = 86_400_000;

/** Jobs that ended this many days ago; the removal of their files can be made to fail. */
async function sweepOver(
  daysAgo: Record<string, { days: number; kind: JobKind }>,
  { keepDays = defaultSettings.keep_jobs_days, failing = false } = {},
) {
  const today = 100 * DAY_MS;
  let now = today;
  const { queue, records } = createMemoryJobs({ clock: () => now });
  for (const [jobId, { days, kind }] of Object.entries(daysAgo)) {
    now = today - days * DAY_MS;
    await queue.accept({ jobId, kind, payload: null, webhookUrl: null }, 200);
    await queue.cancel(jobId);
  }
  const calls: string[] = [];
  const state = { failing, settings: { current: { ...defaultSettings, keep_jobs_days: keepDays } } };
  const old = sweepOldJobs({
    records: {
      ...records,
      removeFinished(jobIds) {
        calls.push(`rows ${jobIds}`);
        return records.removeFinished(jobIds);
      },
    },
    media: {
      async remove(kind: MediaKind, jobIds) {
        if (state.failing) throw new Error('the disk says no');
        if (jobIds.length > 0) calls.push(`${kind} ${jobIds}`);
      },
    },
    settings: state.settings,
    clock: () => today,
    onError: (error) => calls.push((error as Error).message),
  });
  const left = async () =>
    (await records.list({}, { limit: 200, offset: 0 })).jobs.map(({ jobId }) => jobId).reverse();
  return { old, told: calls, state, left };
}

it('removes jobs after thirty days by default, their files before their rows', async () => {
  const {
    old,
    told: calls,
    left,
  } = await sweepOver({
    a: { days: 31, kind: 'tts' },
    b: { days: 40, kind: 'lipsync' },
    c: { days: 29, kind: 'tts' },
  });
  await old.sweep();
  expect(calls).toEqual(['audio a', 'video b', 'rows b,a']);
  expect(await left()).toEqual(['c']);
  await old.close();
});

it('keeps all jobs at 0, and fewer for a shorter time', async () => {
  const { old, state, left } = await sweepOver(
    { a: { days: 99, kind: 'tts' }, b: { days: 6, kind: 'tts' } },
    { keepDays: 0 },
  );
  await old.sweep();
  expect(await left()).toEqual(['a', 'b']);
  state.settings.current = { ...defaultSettings, keep_jobs_days: 7 };
  await old.sweep();
  expect(await left()).toEqual(['b']);
  await old.close();
});

it('forgets no job whose files are still there, and takes it up again', async () => {
  const {
    old,
    told: calls,
    state,
    left,
  } = await sweepOver({ a: { days: 31, kind: 'enhance' } }, { failing: true });
  await old.sweep();
  expect([calls, await left()]).toEqual([['the disk says no', 'the disk says no'], ['a']]);
  state.failing = false;
  await old.sweep();
  expect(await left()).toEqual([]);
  await old.close();
});
