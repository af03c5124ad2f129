import { maySmallDisk, mountSmallDisk, type SmallDisk } from '@anima/service/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishedJob } from './testing/finished-job.js';
import { startTestService, type TestService } from './testing/test-service.js';

const DISK_BYTES = 24 * 1024 * 1024;

let disk: SmallDisk;
let service: TestService;

const speak = (text: string) => service.post('/tts/generate', { text });
const logged = (message: string) => service.log().filter(({ msg }) => msg === message).length;
/** Speech which the engine is at for a while. */
const long = 'This is said again and again, for a while. '.repeat(40);

/** Runs the service on a small disk that tests fill completely. An unhandled error fails the run. */
describe.skipIf(!maySmallDisk())('on a full disk', () => {
  beforeEach(async () => {
    disk = mountSmallDisk(DISK_BYTES);
    service = await startTestService({ AVATAR_DATA_DIR: disk.path });
  });
  afterEach(async () => {
    disk.makeRoom();
    await service.close();
    disk.remove();
  });

  it('rejects writes, serves reads, loses no data, and recovers when there is space', {
    timeout: 240_000,
  }, async () => {
    const before = await finishedJob(service, (await speak('Before.')).body.status_url);
    const running = (await speak(long)).body.status_url;
    await vi.waitFor(async () => expect((await service.get(running)).body.progress).toBeGreaterThan(0), {
      timeout: 30_000,
    });
    disk.fill();
    // Removing its partial output frees some space.
    await vi.waitFor(
      async () => expect((await service.get(running)).body.stage).toBe('waiting for room on the disk'),
      { timeout: 30_000 },
    );
    disk.fill();
    // The WAL may have space for a few more jobs, which are stored as well.
    const accepted: string[] = [];
    await vi.waitFor(
      async () => {
        const { status, body } = await speak('No room for this.');
        if (status === 202) accepted.push(body.status_url);
        expect([status, body.code]).toEqual([507, 'storage_full']);
      },
      { timeout: 60_000, interval: 1 },
    );
    await vi.waitFor(() => expect(logged('jobs wait: the database cannot be written')).toBeGreaterThan(0), {
      timeout: 30_000,
    });
    for (const [method, path, body] of [
      ['PATCH', '/settings', { default_speed: 2 }],
      ['POST', '/settings/reset', {}],
      ['POST', '/backups', { name: 'full' }],
      ['DELETE', running, undefined],
      ['PATCH', '/catalog/defaults', { voice: 'heart' }],
    ] as const) {
      const answer = await service.request(method, path, {
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 507, 'storage_full']);
    }
    for (const path of ['/health', '/jobs', '/catalog', '/voices', '/settings', '/backups', running])
      expect([path, (await service.get(path)).status]).toEqual([path, 200]);
    const sound = await fetch(`${service.url}/media/audio?job_id=${before.job_id}`);
    expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(1_000);

    disk.makeRoom();
    for (const job of [running, ...accepted])
      expect(await finishedJob(service, job)).toMatchObject({ status: 'succeeded' });
    const after = await speak('Room again.');
    expect(await finishedJob(service, after.body.status_url)).toMatchObject({ status: 'succeeded' });
    expect((await service.patch('/settings', { default_speed: 2 })).status).toBe(200);
    expect((await service.post('/backups', { name: 'room' })).status).toBe(201);
  });

  it('starts, and the jobs of the last run wait for space', { timeout: 120_000 }, async () => {
    const running = (await speak(long)).body.status_url;
    await vi.waitFor(async () => expect((await service.get(running)).body.status).toBe('running'), {
      timeout: 30_000,
    });
    await service.restart({}, () => disk.fill(64 * 1024));
    disk.fill();
    expect((await service.get(running)).body.status).toMatch(/queued|running/);
    disk.makeRoom();
    expect(await finishedJob(service, running)).toMatchObject({ status: 'succeeded' });
  });
});
