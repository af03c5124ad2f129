import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInTwos, startTestService, type TestService } from '../testing/test-service.js';

const token = { authorization: 'Bearer secret' };
const onOtherPage = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'no-cors',
  'sec-fetch-dest': 'video',
};

let service: TestService;
let ticket: string;
beforeAll(async () => {
  service = await startTestService({ AVATAR_SERVICE_TOKEN: 'secret' });
  ticket = (await service.get('/auth/ticket', token)).body.ticket;
  mkdirSync(join(service.dataDir, 'media', 'audio', 'job'), { recursive: true });
  writeFileSync(join(service.dataDir, 'media', 'audio', 'job', 'a.wav'), 'RIFF');
});
afterAll(() => service.close());

describe('a page of another site with a ticket', () => {
  it('shows media', async () => {
    for (const path of [
      '/media/audio?path=job/a.wav&',
      '/catalog/sources/ada-listening/video?',
      '/catalog/sources/ada-listening/thumbnail?',
      '/catalog/faces/ada/model?',
    ]) {
      const shown = await fetch(`${service.url}${path}ticket=${ticket}`, { headers: onOtherPage });
      await shown.arrayBuffer();
      expect([path, shown.status]).toEqual([path, 200]);
      expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect((await service.get(path, onOtherPage)).status).toBe(401);
    }
  });

  it('gets nothing else through the browser of someone', async () => {
    for (const path of ['/jobs', '/catalog', '/events', '/health']) {
      const answer = await service.get(`${path}?ticket=${ticket}`, onOtherPage);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'origin_not_allowed']);
    }
  });
});

it('have separate idempotency keys that outlast a ticket', async () => {
  const start = async (headers: Record<string, string>, text: string) => {
    const answer = await service.post('/tts/generate', { text }, { 'idempotency-key': 'one', ...headers });
    expect(answer.status).toBeLessThan(300);
    return answer.body.job_id as string;
  };
  const renewed = (await service.get('/auth/ticket', token)).body.ticket;
  const first = await start({ 'x-avatar-ticket': ticket }, 'Hello.');
  expect(await start({ 'x-avatar-ticket': renewed }, 'Hello.')).toBe(first);
  expect(await start(token, 'Another text.')).not.toBe(first);
});

it('leave a share of the job queue to the service token', async () => {
  await service.patch('/settings', { queue_limit: 4 }, token);
  const text = 'This sentence keeps the engine at work for a while. '.repeat(200);
  const started: string[] = [];
  const generate = async (headers: Record<string, string>) => {
    const { status, body } = await service.post('/tts/generate', { text }, headers);
    if (status === 202) started.push(body.status_url);
    return status;
  };
  const holder = { 'x-avatar-ticket': ticket };
  let last = 202;
  while (last === 202) last = await generate(holder);
  expect([last, await generate(token)]).toEqual([429, 202]);
  for (const url of started) await service.request('DELETE', url, { headers: token });
  await service.patch('/settings', { queue_limit: 200 }, token);
});

describe('event streams', () => {
  const open: AbortController[] = [];
  async function listen(headers: Record<string, string>): Promise<number> {
    const leaving = new AbortController();
    open.push(leaving);
    return (await fetch(`${service.url}/events`, { headers, signal: leaving.signal })).status;
  }
  afterAll(() => {
    for (const each of open) each.abort();
  });

  // Places are counted by each process for itself.
  it.skipIf(isInTwos())('are few for a ticket, and none that the service token would miss', async () => {
    const holder = { 'x-avatar-ticket': ticket };
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429) statuses.push(await listen(holder));
    expect(statuses).toHaveLength(9);
    const another = (await service.get('/auth/ticket', token)).body.ticket;
    expect(await listen({ 'x-avatar-ticket': another })).toBe(200);
    expect(await listen(token)).toBe(200);
  });
});
