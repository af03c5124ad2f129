import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadScaleOut } from '@anima/service/scale-out';
import { findS3, startedS3 } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedJob } from '../testing/finished-job.js';
import { createTestMedia, LEO, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const title = 'work on media in a bucket (no weed of seaweedfs: skipped)';
describe.skipIf(findS3() === null)(title, { timeout: 120_000 }, () => {
  let media: TestMedia;
  let url: string;
  /** Two services on one bucket, each with its data directory. */
  let one: TestService;
  let other: TestService;
  beforeAll(async () => {
    media = await createTestMedia();
    media.run('-f', 'lavfi', '-i', 'testsrc=size=320x240', '-frames:v', '1', media.at('eve.png'));
    url = (await startedS3()).url;
    const env = { AVATAR_FILE_ROOTS: media.at('.'), AVATAR_MEDIA_URL: url };
    [one, other] = await Promise.all([startTestService(env), startTestService(env)]);
    expect((await upload(one, 'faces', 'eve', readFileSync(media.at('eve.png')))).status).toBe(201);
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    media.remove();
  });

  const bytesOf = async (service: TestService, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(service.url + path, { headers });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const upload = async (
    service: TestService,
    kind: string,
    name: string,
    content: Buffer,
    licence?: string,
  ) => {
    const form = new FormData();
    form.append('name', name);
    if (licence !== undefined) form.append('licence', licence);
    form.append('file', new Blob([content]), 'file');
    const answer = await fetch(`${service.url}/catalog/${kind}`, { method: 'POST', body: form });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const namesOf = async (service: TestService, kind: string) =>
    (await service.get('/catalog')).body[kind].map(({ name }: { name: string }) => name);

  it('draws on one service a head that the other has taken, and sends the clip from either', async () => {
    expect((await upload(one, 'faces', 'bob', readFileSync(LEO))).status).toBe(201);
    const options = { width: 128, fps: 10 };
    const { body } = await other.post('/lipsync/generate', { text: 'Yes.', face: 'bob', options });
    const job = await finishedJob(other, body.status_url);
    expect(job).toMatchObject({ status: 'succeeded' });
    const { bytes } = await bytesOf(one, `/media/video?path=${encodeURIComponent(job.output_path)}`);
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
  });

  it('take a catalog from folders into the bucket', async () => {
    const folders = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
    const added = await upload(folders, 'faces', 'mia', readFileSync(media.at('eve.png')), 'CC0-1.0');
    await folders.post('/backups', { name: 'moved', dirs: ['catalog', 'media'] });
    const bucket = (await loadScaleOut('s3', 'AVATAR_MEDIA_URL')).openBucket('URL', url);
    const path = join(folders.dataDir, 'backups', 'moved.tar.gz');
    await bucket.write('backups/moved.tar.gz', { path });
    bucket.close();
    await folders.close();
    const before = (await one.get('/catalog')).body;
    expect((await one.post('/backups/moved/restore', {})).status).toBe(200);
    const { faces } = (await other.get('/catalog')).body;
    const { path: _, ...mia } = faces.find(({ name }: { name: string }) => name === 'mia');
    expect(added.body).toMatchObject(mia);
    expect(await namesOf(other, 'faces')).not.toContain('eve');
    const [{ name: safety }] = (await one.get('/backups')).body.backups;
    expect((await one.post(`/backups/${safety}/restore`, {})).status).toBe(200);
    expect((await other.get('/catalog')).body).toEqual(before);
  });

  it('fetches evicted files again and stays within its limit', async () => {
    const small = await startTestService({ AVATAR_MEDIA_URL: url, AVATAR_MEDIA_CACHE_BYTES: '0' });
    const copies = join(small.dataDir, 'cache', 'media');
    mkdirSync(copies, { recursive: true });
    expect(await namesOf(small, 'faces')).toContain('eve');
    expect((await bytesOf(small, '/catalog/faces/eve/thumbnail')).status).toBe(200);
    expect(readdirSync(copies).length).toBeLessThanOrEqual(1);
    await small.close();
  });
});
