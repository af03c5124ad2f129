import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type EngineServer, findPostgres, findS3, ownPostgres, ownS3 } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { finishedJob } from './testing/finished-job.js';
import { startTestService, type TestService } from './testing/test-service.js';

const missing = [findPostgres(), findS3()].includes(null)
  ? ' (no postgres with pgvector or no weed of seaweedfs: skipped)'
  : '';
const CALLERS = 4;

/** One fault after the other on the same services, without restarts. */
describe.skipIf(missing !== '')(
  `two services on PostgreSQL and a bucket${missing}`,
  { timeout: 300_000 },
  () => {
    let dataDir: string;
    let engines: { postgres: EngineServer; s3: EngineServer };
    let services: TestService[];
    /** The jobs that were accepted, each by its key. */
    const accepted = new Map<string, { job_id: string; status_url: string }>();

    beforeAll(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'anima-faults-'));
      const [postgres, s3] = await Promise.all([ownPostgres(), ownS3()]);
      engines = { postgres, s3 };
      const env = { AVATAR_DATABASE_URL: postgres.url, AVATAR_MEDIA_URL: s3.url, AVATAR_DATA_DIR: dataDir };
      services = [await startTestService(env), await startTestService(env)];
    });
    afterAll(async () => {
      for (const service of services ?? []) await service.close();
      for (const server of Object.values(engines ?? {})) await server.kill();
      rmSync(dataDir, { recursive: true, force: true });
    });

    /**
     * Retries like a patient client: the same key until a response arrives, alternating between the services.
     */
    async function speak(at: number): Promise<void> {
      const key = randomUUID();
      for (let attempt = at; ; attempt++) {
        const service = services[attempt % services.length]!;
        const text = `This is ${key.slice(0, 4)}.`;
        const { status, body, headers } = await service.post(
          '/tts/generate',
          { text },
          { 'idempotency-key': key },
        );
        if (status === 202) {
          accepted.set(key, body);
          return;
        }
        // 409: the previous call, whose response was lost, is still running.
        expect([409, 503], JSON.stringify(body)).toContain(status);
        if (status === 503) {
          expect(body.code).toBe('storage_unavailable');
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        }
        await delay(100);
      }
    }

    /** Starts callers that continue until they are stopped; resolves with the last of their calls. */
    function load(): { stop(): Promise<void> } {
      let stopped = false;
      const callers = Array.from({ length: CALLERS }, async (_, caller) => {
        for (let n = caller; !stopped; n++) {
          await speak(n);
          await delay(250);
        }
      });
      return {
        async stop() {
          stopped = true;
          await Promise.all(callers);
        },
      };
    }

    const untilReady = () =>
      vi.waitFor(
        async () => {
          for (const service of services) expect((await service.get('/ready')).status).toBe(200);
        },
        { timeout: 120_000, interval: 50 },
      );

    it.each([
      ['postgres', 'kill'],
      ['postgres', 'freeze'],
      ['s3', 'kill'],
      ['s3', 'freeze'],
    ] as const)('lose nothing and do nothing twice where %s has a %s', async (engine, fault) => {
      const server = engines[engine];
      const before = accepted.size;
      const callers = load();
      await vi.waitFor(() => expect(accepted.size).toBeGreaterThan(before), { timeout: 60_000 });
      await server[fault]();
      await vi.waitFor(
        async () => {
          for (const service of services) {
            expect((await service.get('/health')).status).toBe(200);
            expect((await service.get('/ready')).status).toBe(503);
          }
        },
        { timeout: 60_000 },
      );
      await (fault === 'kill' ? server.start() : server.thaw());
      const since = performance.now();
      await untilReady();
      process.stdout.write(
        `${engine}, ${fault}: both ready ${Math.round(performance.now() - since)} ms after it was back\n`,
      );
      await callers.stop();

      for (const [n, { status_url }] of [...accepted.values()].entries()) {
        const job = await finishedJob(services[n % services.length]!, status_url);
        expect(job, JSON.stringify(job)).toMatchObject({ status: 'succeeded' });
        expect((await services[(n + 1) % services.length]!.get(job.media_url)).status).toBe(200);
      }
      expect(new Set([...accepted.values()].map(({ job_id }) => job_id)).size).toBe(accepted.size);
      for (const service of services) expect((await service.get('/jobs')).body.total).toBe(accepted.size);
    });
  },
);
