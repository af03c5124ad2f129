import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres, startedPostgres } from '@anima/test-engines';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChildService } from './testing/child-service.js';
import { createHeldEncoder, type HeldEncoder } from './testing/held-encoder.js';
import { call, createRenderCluster } from './testing/render-cluster.js';
import { createTestMedia, type TestMedia } from './testing/test-media.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

interface Job {
  job_id: string;
  status: string;
  status_url: string;
  attempts: number;
  output_path?: string;
  error?: { code: string };
  stage: string;
  scenes: { id: string; status: string; output_path: string }[];
}

const HELD_FRAMES = 3;
const FRAME_BYTES = 64 * 64 * 1.5;

// Signals that end or stop a process at once.
describe.skipIf(missing !== '' || process.platform === 'win32')(`render workers${missing}`, () => {
  let media: TestMedia;
  let encoder: HeldEncoder;
  let cluster: ReturnType<typeof createRenderCluster>;
  let service: ChildService;
  beforeAll(async () => {
    media = await createTestMedia();
    media.run('-f', 'lavfi', '-i', 'sine=frequency=180:duration=1', media.at('short.wav'));
  });
  afterAll(() => media.remove());
  beforeEach(async () => {
    encoder = createHeldEncoder(HELD_FRAMES * FRAME_BYTES);
    cluster = createRenderCluster((await startedPostgres()).url, { AVATAR_FILE_ROOTS: media.at('.') });
    service = await cluster.service();
  });
  afterEach(async () => {
    await cluster.close();
    encoder.remove();
  });

  const heldWorker = () => cluster.worker({ FFMPEG_PATH: encoder.path });
  const clip = () => ({ audio_path: media.at('short.wav'), face: 'leo', options: { width: 64, fps: 10 } });
  const generate = async (body: object) =>
    (
      await call<Job>(
        service,
        'POST',
        'scenes' in body ? '/lipsync/generate/batch' : '/lipsync/generate',
        body,
      )
    ).status_url;
  async function until(statusUrl: string, holds: (job: Job) => boolean): Promise<Job> {
    let job!: Job;
    await vi.waitFor(
      async () => {
        job = await call<Job>(service, 'GET', statusUrl);
        expect(holds(job), JSON.stringify(job)).toBe(true);
      },
      { timeout: 150_000, interval: 50 },
    );
    return job;
  }
  const succeeded = (statusUrl: string) => until(statusUrl, ({ status }) => status === 'succeeded');
  const made = () => readdirSync(join(cluster.dataDir, 'media', 'video')).sort();
  const identity = (path: string) => [statSync(path).ino, statSync(path).mtimeMs];

  it('make a batch together, and lose no scene and make none twice when one is killed half way', {
    timeout: 300_000,
  }, async () => {
    const crashing = await heldWorker();
    const scenes = Array.from({ length: 10 }, (_, index) => ({ id: `scene ${index + 1}`, ...clip() }));
    const batch = await generate({ scenes });
    // It has the batch, and its first scene.
    await encoder.holds(1);
    await cluster.worker();
    const isDone = ({ status }: { status: string }) => status === 'succeeded';
    const half = await until(batch, (job) => job.scenes.filter(isDone).length >= 4);
    expect(half.scenes[0]).toMatchObject({ status: 'running' });
    const before = half.scenes.filter(isDone).map(({ output_path }) => output_path);
    const identities = before.map(identity);
    crashing.kill('SIGKILL');
    const whole = await succeeded(batch);
    expect(whole).toMatchObject({ attempts: 2, failed_scenes: 0 });
    expect(whole.scenes.map(({ status }) => status)).toEqual(scenes.map(() => 'succeeded'));
    expect(before.map(identity)).toEqual(identities);
    const parts = scenes.map((_, index) => `${whole.job_id}.${String(index + 1).padStart(3, '0')}`);
    expect(made().filter((name) => !name.startsWith('.'))).toEqual(parts);
    expect(await call(service, 'GET', '/jobs')).toMatchObject({ total: 1 });
  });

  it('do not overwrite newer results after a freeze', { timeout: 300_000 }, async () => {
    const frozen = await heldWorker();
    const first = await generate(clip());
    await encoder.holds(1);
    frozen.kill('SIGSTOP');
    const other = await cluster.worker();
    const done = await succeeded(first);
    expect(done).toMatchObject({ attempts: 2 });
    const before = identity(done.output_path!);
    other.kill('SIGKILL');
    await other.exited;
    encoder.release();
    frozen.kill('SIGCONT');
    // It can take up the next one when it is done with that one.
    const next = await generate(clip());
    await encoder.holds(2);
    encoder.release();
    const { job_id } = await succeeded(next);
    expect(await call<Job>(service, 'GET', first)).toEqual(done);
    expect(identity(done.output_path!)).toEqual(before);
    expect(made()).toEqual([done.job_id, job_id].sort());
  });

  it('run without the service, stop cancelled jobs, and release their jobs when stopped', {
    timeout: 300_000,
  }, async () => {
    const first = await generate(clip());
    expect(await call<Job>(service, 'GET', first)).toMatchObject({ stage: 'waiting for a worker with head' });
    const worker = await heldWorker();
    await encoder.holds(1);
    service.kill('SIGKILL');
    await service.exited;
    encoder.release();
    await vi.waitFor(() => expect(made().filter((name) => !name.startsWith('.'))).toHaveLength(1), {
      timeout: 60_000,
    });
    service = await cluster.service();
    await succeeded(first);

    const second = await generate(clip());
    await encoder.holds(2);
    await call(service, 'DELETE', second);
    const third = await generate(clip());
    // There is one place: the worker has let the second one go.
    await encoder.holds(3);
    expect(await call<Job>(service, 'GET', second)).toMatchObject({ status: 'cancelled' });
    worker.kill('SIGTERM');
    expect(await worker.exited).toBe(0);
    expect(await call<Job>(service, 'GET', third)).toMatchObject({ status: 'queued', attempts: 0 });
    expect(made()).toHaveLength(1);
  });

  it('serve their own status, and reject a separate data folder', { timeout: 120_000 }, async () => {
    const worker = await cluster.worker();
    expect(await call(worker, 'GET', '/health')).toEqual({ status: 'ok' });
    expect(await call(worker, 'GET', '/ready')).toEqual({ status: 'ready' });
    expect((await fetch(`${worker.url}/metrics`)).status).toBe(200);
    expect((await fetch(`${worker.url}/jobs`)).status).toBe(404);
    const elsewhere = cluster.worker({ AVATAR_DATA_DIR: media.at('elsewhere') });
    await expect(elsewhere).rejects.toThrow(
      /expected the folder that the other processes on this database use/,
    );
    await expect(cluster.worker({ AVATAR_DATABASE_URL: '' })).rejects.toThrow(/set AVATAR_DATABASE_URL/);
  });
});
