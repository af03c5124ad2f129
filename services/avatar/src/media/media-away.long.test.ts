import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineServer, findS3, ownS3 } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedJob } from '../testing/finished-job.js';
import { LEO } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const away = { status: 503, body: { code: 'storage_unavailable' } };

describe.skipIf(findS3() === null)(
  'a storage of media that goes away (no weed of seaweedfs: skipped)',
  () => {
    let storage: EngineServer;
    let service: TestService;
    let mediaUrl: string;
    beforeAll(async () => {
      storage = await ownS3();
      service = await startTestService({
        AVATAR_MEDIA_URL: storage.url,
        AVATAR_FILE_ROOTS: join(LEO, '..'),
      });
      mediaUrl = await speak();
    });
    afterAll(async () => {
      await service.close();
      await storage.kill();
    });

    async function speak(): Promise<string> {
      const { body } = await service.post('/tts/generate', { text: 'Hello.' });
      const job = await finishedJob(service, body.status_url);
      expect(job.error).toBeUndefined();
      return job.media_url;
    }

    it('costs what needs it a clear refusal, and nothing else; it is back without a restart', async () => {
      expect((await service.get('/ready')).status).toBe(200);
      await storage.kill();
      for (const path of [mediaUrl, '/catalog', '/backups', '/ready']) {
        const answer = await service.get(path);
        expect([path, answer]).toMatchObject([path, away]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(JSON.stringify(answer.body)).not.toContain('test-secret');
      }
      expect(await service.post('/catalog/faces', { name: 'bob', path: LEO })).toMatchObject(away);
      expect(await service.post('/backups', { name: 'none', dirs: ['settings'] })).toMatchObject(away);
      expect((await service.get('/health')).status).toBe(200);
      expect((await service.get('/jobs')).status).toBe(200);

      await storage.start();
      expect((await service.get('/ready')).status).toBe(200);
      expect((await service.get(mediaUrl)).status).toBe(200);
      expect((await service.post('/catalog/faces', { name: 'bob', path: LEO })).status).toBe(201);
      expect((await service.get('/backups')).body).toEqual({ backups: [] });
    });

    it('loses no output of a job: it is complete in the storage after the outage', async () => {
      const text = 'Spoken while nobody listens. '.repeat(20);
      const { body } = await service.post('/tts/generate', { text });
      await storage.kill();
      const draft = join(service.dataDir, 'media', 'audio');
      expect(['queued', 'running']).toContain((await service.get(body.status_url)).body.status);
      await storage.start();
      const job = await finishedJob(service, body.status_url);
      expect(job).toMatchObject({ status: 'succeeded' });
      expect((await service.get(job.media_url)).status).toBe(200);
      expect(readdirSync(draft)).toEqual([]);
    });

    it('is abandoned after seconds if it accepts connections without a response', async () => {
      storage.freeze();
      const pending = service.get(mediaUrl);
      expect((await service.get('/health')).status).toBe(200);
      expect(await pending).toMatchObject(away);
      storage.thaw();
      await expect.poll(async () => (await service.get(mediaUrl)).status, { timeout: 60_000 }).toBe(200);
    });

    it('keeps no service from starting', async () => {
      await storage.kill();
      await service.restart();
      expect((await service.get('/health')).status).toBe(200);
      expect(await service.get('/ready')).toMatchObject(away);
      await storage.start();
      expect((await service.get(mediaUrl)).status).toBe(200);
      expect(await speak()).toBeTruthy();
    });
  },
);
