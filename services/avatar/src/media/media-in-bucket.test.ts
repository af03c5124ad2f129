import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findS3, startedS3 } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedJob } from '../testing/finished-job.js';
import { createTestMedia, H264, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const title = 'media in a bucket (no weed of seaweedfs: skipped)';
describe.skipIf(findS3() === null)(title, { timeout: 120_000 }, () => {
  let media: TestMedia;
  let url: string;
  /** Two services on one bucket, each with its data directory. */
  let one: TestService;
  let other: TestService;
  beforeAll(async () => {
    media = await createTestMedia();
    media.make('talk.mp4', ...H264);
    media.run('-f', 'lavfi', '-i', 'testsrc=size=320x240', '-frames:v', '1', media.at('eve.png'));
    url = (await startedS3()).url;
    const env = { AVATAR_FILE_ROOTS: media.at('.'), AVATAR_MEDIA_URL: url };
    [one, other] = await Promise.all([startTestService(env), startTestService(env)]);
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

  describe('the output of a job', () => {
    let job: Record<string, string>;
    beforeAll(async () => {
      const { body } = await one.post('/tts/generate', { text: 'Hello there.' });
      job = await finishedJob(one, body.status_url);
    });

    it('is named by its address, and read by each service', async () => {
      expect(job.output_path).toMatch(/^s3:\/\/room-\d+\/media\/audio\/[\w-]+\/speech\.wav$/);
      const whole = await bytesOf(one, job.media_url!);
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav']);
      const path = `/media/audio?path=${encodeURIComponent(job.output_path!)}`;
      for (const service of [one, other])
        expect((await bytesOf(service, path)).bytes.equals(whole.bytes)).toBe(true);
    });

    it('is sent in ranges to a client with the same file', async () => {
      const { bytes, headers } = await bytesOf(one, job.media_url!);
      const etag = headers.get('etag')!;
      expect(headers.get('accept-ranges')).toBe('bytes');
      const range = { range: 'bytes=100-199' };
      for (const requestHeaders of [range, { ...range, 'if-range': etag }]) {
        const part = await bytesOf(one, job.media_url!, requestHeaders);
        expect([part.status, part.headers.get('content-range')]).toEqual([
          206,
          `bytes 100-199/${bytes.length}`,
        ]);
        expect(part.bytes.equals(bytes.subarray(100, 200))).toBe(true);
      }
      const another = await bytesOf(one, job.media_url!, { ...range, 'if-range': '"another"' });
      expect([another.status, another.bytes.length]).toEqual([200, bytes.length]);
      const beyond = await one.get(job.media_url!, { range: `bytes=${bytes.length}-` });
      expect(beyond).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
      const head = await one.request('HEAD', job.media_url!);
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    });

    it('leaves nothing in the folders of media', async () => {
      for (const kind of ['audio', 'video'])
        expect(readdirSync(join(one.dataDir, 'media', kind))).toEqual([]);
    });

    it.each(['../audio', '/etc/passwd', 's3://other/media/audio/x/speech.wav', 'nothing/speech.wav'])(
      'is not found as %s',
      async (path) => {
        const answer = await one.get(`/media/audio?path=${encodeURIComponent(path)}`);
        expect(answer).toMatchObject({ status: 404, body: { code: 'media_not_found' } });
      },
    );
  });

  describe('the catalog', () => {
    it('shows an upload on both services, with its notes, file and image', async () => {
      const face = readFileSync(media.at('eve.png'));
      const made = await upload(one, 'faces', 'eve', face, 'CC0-1.0');
      expect(made).toMatchObject({ status: 201, body: { name: 'eve', licence: 'CC0-1.0', width: 320 } });
      expect(made.body.path).toMatch(/^s3:\/\/room-\d+\/catalog\/faces\/eve\.png$/);
      const { faces } = (await other.get('/catalog')).body;
      expect(faces.find(({ name }: { name: string }) => name === 'eve')).toEqual(made.body);
      expect((await bytesOf(other, '/catalog/faces/eve/model')).bytes.equals(face)).toBe(true);
      const picture = await bytesOf(other, '/catalog/faces/eve/thumbnail');
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    });

    it('takes a clip of 20 MB in parts, and gives it back', async () => {
      const free = Buffer.alloc(20_000_000);
      free.writeUInt32BE(free.length, 0);
      free.write('free', 4);
      const large = Buffer.concat([readFileSync(media.at('talk.mp4')), free]);
      writeFileSync(media.at('large.mp4'), large);
      const made = await one.post('/catalog/sources', { name: 'large', path: media.at('large.mp4') });
      expect(made).toMatchObject({ status: 201, body: { bytes: large.length } });
      expect((await bytesOf(other, '/catalog/sources/large/video')).bytes.equals(large)).toBe(true);
    });

    it('gives a name to one of those who want it on both services at once, whatever its ending', async () => {
      const png = readFileSync(media.at('eve.png'));
      media.run('-i', media.at('eve.png'), media.at('eve.jpg'));
      const jpg = readFileSync(media.at('eve.jpg'));
      const requestHeaders = [one, other, one, other].map((service, n) =>
        upload(service, 'faces', n % 2 === 0 ? 'Zoe' : 'zoe', n < 2 ? png : jpg),
      );
      const answers = await Promise.all(requestHeaders);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      for (const { status, body } of answers)
        if (status === 409) expect(body.code).toBe('catalog_name_taken');
      for (const service of [one, other]) {
        const names = await namesOf(service, 'faces');
        expect(names.filter((name: string) => name.toLowerCase() === 'zoe')).toHaveLength(1);
      }
    });

    it('has voices and defaults that both know, each choice kept', async () => {
      const preset = await one.post('/catalog/voices', { name: 'calm', voice: 'heart', speed: 0.8 });
      expect(preset.status).toBe(201);
      const choose = (service: TestService, choice: object) =>
        service.request('PATCH', '/catalog/defaults', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(choice),
        });
      const answers = await Promise.all([
        choose(one, { voice: 'calm' }),
        choose(other, { face: 'eve' }),
        choose(other, { source: 'large' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      for (const service of [one, other])
        expect((await service.get('/catalog')).body.defaults).toEqual({
          voice: 'calm',
          face: 'eve',
          source: 'large',
        });
    });

    it('removes an entry on both services', async () => {
      expect((await other.request('DELETE', '/catalog/sources/large')).status).toBe(204);
      expect(await namesOf(one, 'sources')).not.toContain('large');
      expect((await one.get('/catalog/sources/large/video')).status).toBe(404);
      expect((await upload(one, 'sources', 'large', readFileSync(media.at('talk.mp4')))).status).toBe(201);
    });
  });

  describe('backups', () => {
    it('are created by one and restored by the other', async () => {
      const passphrase = 'open sesame';
      const name = 'kept';
      await one.request('DELETE', '/catalog/faces/late');
      const before = await one.get('/catalog');
      const made = await one.post('/backups', { name, dirs: ['catalog', 'media'], passphrase });
      expect(made).toMatchObject({ status: 201, body: { name, encrypted: true } });
      expect(readdirSync(join(one.dataDir, 'backups'))).toEqual([]);
      const listed = (await other.get('/backups')).body.backups;
      expect(listed).toContainEqual(made.body);
      expect(await other.post('/backups', { name })).toMatchObject({
        status: 409,
        body: { code: 'backup_exists' },
      });

      await other.request('DELETE', '/catalog/faces/eve');
      expect((await upload(other, 'faces', 'late', readFileSync(media.at('eve.png')))).status).toBe(201);
      const restored = await other.post(`/backups/${name}/restore`, { passphrase });
      expect(restored.status).toBe(200);
      expect((await one.get('/catalog')).body).toEqual(before.body);
      expect(
        (await bytesOf(one, '/catalog/faces/eve/model')).bytes.equals(readFileSync(media.at('eve.png'))),
      ).toBe(true);
      const safety = restored.body.safety_backup.name;
      expect((await one.get('/backups')).body.backups.map((each: { name: string }) => each.name)).toContain(
        safety,
      );
      expect((await other.request('DELETE', `/backups/${safety}`)).status).toBe(204);
      expect((await one.request('DELETE', `/backups/${safety}`)).status).toBe(404);
    });

    it('report the size of the bucket', async () => {
      const { dirs } = (await one.get('/backups/dirs')).body;
      const catalog = dirs.find(({ name }: { name: string }) => name === 'catalog');
      expect(catalog.files).toBeGreaterThan(3);
      expect(catalog.bytes).toBeGreaterThan(1_000);
    });
  });
});
