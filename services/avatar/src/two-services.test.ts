import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startedPostgres } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';
const TOKEN = 'service-token-of-both';

describe.skipIf(missing !== '')(`two services on one database and one folder${missing}`, () => {
  let dataDir: string;
  let env: Record<string, string>;
  let one: TestService;
  let other: TestService;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'anima-two-'));
    const { url } = await startedPostgres();
    env = { AVATAR_DATABASE_URL: url, AVATAR_DATA_DIR: dataDir, AVATAR_SERVICE_TOKEN: TOKEN };
    one = await startTestService(env);
    other = await startTestService({ ...env, AVATAR_JOB_KINDS: 'none' });
  });
  afterAll(async () => {
    await other?.close();
    await one?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const send = (service: TestService, method: string, path: string, body?: unknown, headers = {}) =>
    service.request(method, path, {
      headers: { ...bearer(TOKEN), 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const speak = (service: TestService, text: string, headers = {}) =>
    send(service, 'POST', '/tts/generate', { text }, headers);

  it('a job is accepted by one, done by the other, and heard from both', async () => {
    const accepted = await speak(other, 'Spoken elsewhere.');
    expect(accepted.status).toBe(202);
    const path = accepted.body.status_url;
    await vi.waitFor(
      async () => expect((await send(other, 'GET', path)).body).toMatchObject({ status: 'succeeded' }),
      { timeout: 60_000, interval: 50 },
    );
    for (const service of [one, other]) {
      const sound = await fetch(`${service.url}/media/audio?job_id=${accepted.body.job_id}`, {
        headers: bearer(TOKEN),
      });
      expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    }
  });

  it('a ticket of one is good at the other', async () => {
    const { body } = await send(one, 'GET', '/auth/ticket');
    expect((await fetch(`${other.url}/jobs`, { headers: bearer(body.ticket) })).status).toBe(200);
    expect((await fetch(`${other.url}/jobs`, { headers: bearer('forged') })).status).toBe(401);
  });

  it('settings that are changed at one are seen at the other, and outlive both', async () => {
    await send(one, 'PATCH', '/settings', { default_speed: 1.5 });
    await send(other, 'PATCH', '/settings', { queue_limit: 7 });
    for (const service of [one, other])
      await vi.waitFor(
        async () =>
          expect((await send(service, 'GET', '/settings')).body.settings).toMatchObject({
            default_speed: 1.5,
            queue_limit: 7,
          }),
        { timeout: 15_000, interval: 20 },
      );
    await other.restart();
    expect((await send(other, 'GET', '/settings')).body.settings).toMatchObject({ queue_limit: 7 });
    await send(other, 'POST', '/settings/reset', {});
    await vi.waitFor(
      async () =>
        expect((await send(one, 'GET', '/settings')).body.settings).toMatchObject({ default_speed: 1 }),
      { timeout: 15_000, interval: 20 },
    );
  });

  it('a call that is repeated at the other is the same call', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await speak(one, 'Once.', key);
    const second = await speak(other, 'Once.', key);
    expect(second.body).toEqual(first.body);
    expect((await speak(other, 'Twice.', key)).status).toBe(422);
  });

  it('a client of one service receives events of the other, in order', { timeout: 60_000 }, async () => {
    const listening = new AbortController();
    const response = await fetch(`${other.url}/events`, {
      headers: bearer(TOKEN),
      signal: listening.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { body } = await speak(one, 'Told everywhere.');
    let eventText = '';
    const ofJob = () =>
      eventText
        .split('\n\n')
        .filter((event) => event.includes(body.job_id))
        .map((event) => /^event: (.*)$/m.exec(event)?.[1]);
    while (ofJob().at(-1) !== 'job.succeeded') {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The events ended: ${eventText}`);
      eventText += value;
    }
    expect(ofJob()).toEqual(['job.queued', 'job.running', 'job.succeeded']);
    listening.abort();
  });

  it('a backup of one has the jobs of both, and brings them back', async () => {
    const { total } = (await send(one, 'GET', '/jobs')).body;
    await send(other, 'POST', '/backups', { name: 'both', dirs: ['jobs', 'settings'] });
    await speak(one, 'After the backup.');
    const restored = await send(one, 'POST', '/backups/both/restore', {});
    expect(restored.status).toBe(200);
    expect((await send(other, 'GET', '/jobs')).body.total).toBe(total);
    const after = await speak(other, 'And on.');
    expect(after.status).toBe(202);
    await vi.waitFor(
      async () =>
        expect((await send(one, 'GET', after.body.status_url)).body).toMatchObject({ status: 'succeeded' }),
      { timeout: 60_000, interval: 50 },
    );
  });
});
