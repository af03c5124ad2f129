import { expect, it } from 'vitest';
import type { JobKind } from '../jobs/job.js';
import { claimOf, newJob, take } from '../jobs/job-queue.contract.js';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import { awaitedRender, subjectOf } from './enhance-subject.js';

const picture = { kind: 'picture', format: 'png', width: 64, height: 64 } as const;
const options = { model: 'general', quality: 'fast', strength: 1, fidelity: 1, upscale: 1 } as const;
const output = { kind: 'video', jobId: 'r', name: 'enhanced.png' } as const;
const done = { output, result: null };
const error = { code: 'x', message: 'y' };

/** Returns the subject of an enhancement of job "r" after `goOn` has changed that job. */
async function found(
  kind: JobKind,
  goOn: (jobs: ReturnType<typeof createMemoryJobs>) => Promise<unknown>,
): Promise<unknown> {
  const jobs = createMemoryJobs();
  await jobs.queue.accept(newJob('r', { kind }), 200);
  await goOn(jobs);
  const payload = { subject: null, jobId: 'r', options };
  const deps = { records: jobs.records, probe: { probe: async () => picture } };
  return subjectOf(payload, deps, new AbortController().signal);
}

it.each<[string, JobKind, Parameters<typeof found>[1]]>([
  ['waits', 'lipsync', async () => {}],
  ['runs', 'lipsync_batch', ({ queue }) => take(queue, 'lipsync_batch')],
])('a render that %s is waited for', async (_, kind, goOn) => {
  await expect(found(kind, goOn)).rejects.toMatchObject({ awaited: awaitedRender({ jobId: 'r' }) });
});

it('enhances a finished clip', async () => {
  const made = await found('lipsync', async ({ queue }) =>
    queue.succeed(claimOf(await take(queue, 'lipsync')), done),
  );
  expect(made).toEqual({ name: null, file: output, ...picture });
});

it.each<[string, JobKind, Parameters<typeof found>[1], RegExp]>([
  ['was cancelled', 'lipsync', ({ queue }) => queue.cancel('r'), /r has cancelled: render it again/],
  [
    'has failed',
    'enhance',
    async ({ queue }) => queue.fail(claimOf(await take(queue, 'enhance')), { error }),
    /r has failed: render it again/,
  ],
  [
    'made no film',
    'lipsync_batch',
    async ({ queue }) =>
      queue.succeed(claimOf(await take(queue, 'lipsync_batch')), { ...done, output: null }),
    /The batch r made no film/,
  ],
  [
    'is forgotten',
    'lipsync',
    async ({ queue, records }) => {
      await queue.cancel('r');
      await records.removeFinished(['r']);
    },
    /Expected the id of a lip sync or enhancement job, received r/,
  ],
  ['is speech', 'tts', async () => {}, /Expected the id of a lip sync or enhancement job, received r/],
])('a render that %s is refused', async (_, kind, goOn, message) => {
  await expect(found(kind, goOn)).rejects.toMatchObject({
    code: 'render_job_not_found',
    message: expect.stringMatching(message),
  });
});
