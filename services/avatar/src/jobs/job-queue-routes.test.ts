import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { finishedJob } from '../testing/finished-job.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

/** Keeps the engine at work for as long as a test takes. */
const long = 'This sentence is said again and again, to take some time of the engine. '.repeat(200);
const generate = (text: string, headers: Record<string, string> = {}) =>
  service.post('/tts/generate', { text }, headers);
const waiting = async () => (await service.get('/jobs?status=queued')).body.total;

it('takes as many jobs of a kind as may wait, also of many at once, and repeats of those it took', {
  timeout: 90_000,
}, async () => {
  await service.patch('/settings', { queue_limit: 2 });
  const first = await generate(long);
  await vi.waitFor(
    async () => expect((await service.get(first.body.status_url)).body.status).toBe('running'),
    {
      timeout: 30_000,
    },
  );
  const keyed = { 'idempotency-key': 'mine' };
  const original = await generate('Kept.', keyed);
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => generate(`Number ${n}.`)));
  expect([original, ...answers].filter(({ status }) => status === 202)).toHaveLength(2);
  const refused = answers.find(({ status }) => status !== 202)!;
  expect(refused).toMatchObject({ status: 429, body: { code: 'queue_full' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await waiting()).toBe(2);
  // A repeated request returns the accepted job, and rejections are not stored under a key.
  expect(await generate('Kept.', keyed)).toMatchObject({
    status: 202,
    body: { job_id: original.body.job_id },
  });
  const later = { 'idempotency-key': 'later' };
  expect((await generate('Later.', later)).status).toBe(429);
  await service.request('DELETE', original.body.status_url);
  expect((await generate('Later.', later)).status).toBe(202);
  expect(await waiting()).toBe(2);
  await service.request('DELETE', first.body.status_url);
});

it('keeps a waiting job in the queue, across a restart, until the other job has finished', {
  timeout: 90_000,
}, async () => {
  const speech = (await generate(long)).body;
  const options = { width: 64, fps: 10 };
  const clip = (await service.post('/lipsync/generate', { tts_job_id: speech.job_id, face: 'leo', options }))
    .body;
  const better = (await service.post('/enhance/generate', { job_id: clip.job_id })).body;
  const stages = {
    [clip.status_url]: 'waiting for the speech',
    [better.status_url]: 'waiting for the render',
  };
  const areWaiting = async () => {
    for (const [url, stage] of Object.entries(stages))
      expect((await service.get(url)).body).toMatchObject({ status: 'queued', stage, queue_position: 0 });
  };
  await vi.waitFor(async () => expect((await service.get(speech.status_url)).body.status).toBe('running'), {
    timeout: 30_000,
  });
  await areWaiting();
  await service.restart();
  await areWaiting();
  await service.request('DELETE', speech.status_url);
  expect(await finishedJob(service, clip.status_url)).toMatchObject({
    status: 'failed',
    error: { code: 'speech_job_not_found', message: expect.stringContaining('has cancelled') },
  });
  expect(await finishedJob(service, better.status_url)).toMatchObject({
    status: 'failed',
    error: { code: 'render_job_not_found', message: expect.stringContaining('has failed') },
  });
});

it('delivers a pending webhook after the next start', { timeout: 90_000 }, async () => {
  const deliveries: { id: unknown; status: string }[] = [];
  let isUp = false;
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      deliveries.push({ id: request.headers['x-avatar-delivery'], status: JSON.parse(body).status });
      response.writeHead(isUp ? 204 : 503).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { body } = await service.post('/tts/generate', { text: long, webhook_url });
  await service.request('DELETE', body.status_url);
  await vi.waitFor(() => expect(deliveries).toHaveLength(1), { timeout: 30_000 });
  await service.restart({}, () => {
    isUp = true;
  });
  await vi.waitFor(() => expect(deliveries.length).toBeGreaterThan(1), { timeout: 30_000 });
  expect(new Set(deliveries.map(({ id, status }) => `${id} ${status}`))).toEqual(
    new Set([`${body.job_id} cancelled`]),
  );
  receiver.close();
});
