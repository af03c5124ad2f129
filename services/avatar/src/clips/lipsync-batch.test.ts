import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.js';
import { runFfmpeg } from '../media/ffmpeg/run-ffmpeg.js';
import { finishedJob } from '../testing/finished-job.js';
import { type Answer, isInTwos, startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const options = { width: 96, fps: 10 };
const start = (body: Record<string, unknown>) => service.post('/lipsync/generate/batch', body);

const finished = (statusUrl: string) => finishedJob(service, statusUrl);
const wordsOf = (job: Answer['body'], field: string) =>
  job.scenes.map((scene: Answer['body']) => scene[field]);

/** Lists absolute paths in the stored data of a job. */
function pathsIn(jobId: string): string[] {
  const db = new DatabaseSync(join(service.dataDir, 'avatar.db'), { readOnly: true });
  const row = db.prepare('SELECT payload, output, result FROM jobs WHERE job_id = ?').get(jobId);
  db.close();
  return Object.values(row as Record<string, string>).flatMap(
    (text) => text.match(/"(?:\/|[A-Z]:)[^"]*"/g) ?? [],
  );
}

describe('a batch of scenes', { timeout: 120_000 }, () => {
  it('renders and reports scene by scene, and joins the scenes with chapters', async () => {
    const scenes = [
      { id: 'opening', text: 'Good evening.' },
      { text: 'And now the weather.', face: 'ada', voice: 'wren' },
      { id: 'end; "quoted"', text: 'Good night.' },
    ];
    const accepted = await start({
      scenes,
      defaults: { face: 'leo', voice: 'rowan', options },
      concat: true,
    });
    expect(accepted).toMatchObject({ status: 202, body: { kind: 'lipsync_batch', status: 'queued' } });
    const { job_id, status_url } = accepted.body;
    expect(status_url).toBe(`/lipsync/jobs/batch/${job_id}`);
    const early = (await service.get(status_url)).body;
    expect(wordsOf(early, 'id')).toEqual(['opening', 'scene-2', 'end; "quoted"']);
    const seen = new Set<string>();
    await vi.waitFor(
      async () => {
        const job = (await service.get(status_url)).body;
        seen.add(wordsOf(job, 'status').join(' '));
        expect(job.status).toBe('succeeded');
      },
      { timeout: 90_000, interval: 30 },
    );
    // The first scene was available before the last one started, or finished if two workers render.
    const isEarly = isInTwos() ? /succeeded .*(?:queued|running)/ : /^succeeded .*queued$/;
    expect([...seen].some((statuses) => isEarly.test(statuses))).toBe(true);
    const job = (await service.get(status_url)).body;
    expect(wordsOf(job, 'index')).toEqual([0, 1, 2]);
    expect(wordsOf(job, 'progress')).toEqual([1, 1, 1]);
    expect(job.failed_scenes).toBe(0);
    let sum = 0;
    for (const scene of job.scenes) {
      expect(existsSync(scene.output_path)).toBe(true);
      expect((await service.request('GET', scene.media_url)).headers.get('content-type')).toBe('video/mp4');
      sum += scene.duration;
    }
    expect(job.result.film.duration).toBeCloseTo(sum, 1);
    if (!isInTwos()) expect(pathsIn(job_id)).toEqual([]);
    const { words } = await runFfmpeg(
      (await findFfmpeg(undefined))!,
      { path: job.output_path, format: 'mp4' },
      [...['-map', '0', '-f', 'null', '-']],
    );
    expect([...words.split('Output #')[0]!.matchAll(/Chapter #/g)]).toHaveLength(3);
    expect(words).toContain('end; "quoted"');
    expect((await service.request('GET', job.media_url)).status).toBe(200);
    expect((await service.get(`/lipsync/jobs/${job_id}`)).status).toBe(404);
  });

  it('continues after a failed scene', async () => {
    const scenes = [
      { text: 'First.' },
      { text: 'Second.', face: 'nobody' },
      { text: 'Third.', voice: 'nobody' },
      { text: 'Fourth.' },
    ];
    const accepted = await start({ scenes, defaults: { options } });
    const job = await finished(accepted.body.status_url);
    expect(job).toMatchObject({ status: 'succeeded', failed_scenes: 2 });
    expect(job).not.toHaveProperty('output_path');
    expect(wordsOf(job, 'status')).toEqual(['succeeded', 'failed', 'failed', 'succeeded']);
    expect(wordsOf(job, 'error').map((error: Answer['body']) => error?.code)).toEqual([
      undefined,
      'face_not_found',
      'voice_not_found',
      undefined,
    ]);
  });

  it('is refused at once where every scene is bad, or none may be', async () => {
    const bad = { text: 'One.', face: 'nobody' };
    expect(await start({ scenes: [bad, bad] })).toMatchObject({
      status: 422,
      body: { code: 'face_not_found', detail: expect.stringContaining('scene-1') },
    });
    expect(await start({ scenes: [{ text: 'Fine.' }, bad], continue_on_error: false })).toMatchObject({
      status: 422,
      body: { code: 'face_not_found', detail: expect.stringContaining('scene-2') },
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['no scene', [], /scenes/],
    ['too many scenes', Array.from({ length: 501 }, () => ({ text: 'a' })), /500/],
    [
      'two scenes of one name',
      [
        { id: 'a', text: 'a' },
        { id: 'a', text: 'b' },
      ],
      /a unique name for each scene/,
    ],
    ['a scene without sound', [{ text: 'a' }, { face: 'leo' }], /scene-2.*exactly one/],
    ['a scene with a field nobody knows', [{ text: 'a', sound: 'b' }], /sound/],
  ])('is refused with %s', async (_name, scenes, detail) => {
    const answer = await start({ scenes });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(JSON.stringify(answer.body)).toMatch(detail);
  });

  // Two processes draw two scenes at a time.
  it.skipIf(isInTwos())('can be cancelled, keeping what is whole', async () => {
    const scenes = [
      { text: 'Quick.' },
      { text: 'Slow and long, and longer still. '.repeat(60) },
      { text: 'Never.' },
    ];
    const accepted = await start({ scenes, defaults: { options } });
    const { status_url } = accepted.body;
    await vi.waitFor(
      async () => expect(wordsOf((await service.get(status_url)).body, 'status')[1]).toBe('running'),
      { timeout: 60_000, interval: 30 },
    );
    expect((await service.request('DELETE', status_url)).status).toBe(200);
    const job = (await service.get(status_url)).body;
    expect(job.status).toBe('cancelled');
    expect(wordsOf(job, 'status')).toEqual(['succeeded', 'cancelled', 'cancelled']);
    expect(existsSync(job.scenes[0].output_path)).toBe(true);
  });
});
