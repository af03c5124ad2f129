import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChildService, spawnService } from './testing/child-service.js';

let dataDir: string;
const children: ChildService[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'anima-avatar-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await child.exited;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<ChildService> {
  const child = await spawnService({ AVATAR_DATA_DIR: dataDir, ...env });
  children.push(child);
  return child;
}

async function generate({ url }: ChildService, text: string): Promise<string> {
  const response = await fetch(`${url}/tts/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { job_id: string }).job_id;
}
async function jobOf({ url }: ChildService, jobId: string) {
  const response = await fetch(`${url}/tts/jobs/${jobId}`);
  return (await response.json()) as {
    status: string;
    progress: number;
    attempts: number;
    error?: { code: string };
  };
}
const minute = 'This sentence is said again and again, to take some time of the engine. '.repeat(60);
const untilRunning = (service: ChildService, jobId: string) =>
  vi.waitFor(async () => expect((await jobOf(service, jobId)).progress).toBeGreaterThan(0), {
    timeout: 20_000,
  });

describe('kill -9 during jobs', () => {
  it('loses none: each is done after the next start, with no half file', { timeout: 90_000 }, async () => {
    const first = await start();
    const jobs = [
      await generate(first, minute),
      await generate(first, 'Second.'),
      await generate(first, 'Third.'),
    ];
    await untilRunning(first, jobs[0]!);
    first.kill('SIGKILL');
    await first.exited;
    const second = await start();
    for (const jobId of jobs) {
      await vi.waitFor(async () => expect((await jobOf(second, jobId)).status).toBe('succeeded'), {
        timeout: 60_000,
        interval: 100,
      });
    }
    expect((await jobOf(second, jobs[0]!)).attempts).toBe(2);
    expect((await jobOf(second, jobs[1]!)).attempts).toBe(1);
    expect(readdirSync(join(dataDir, 'media', 'audio')).sort()).toEqual([...jobs].sort());
  });

  it('gives up a job that takes the engine with it every time', { timeout: 90_000 }, async () => {
    let service = await start();
    const jobId = await generate(service, minute.repeat(4));
    for (let attempt = 1; attempt <= 3; attempt++) {
      await untilRunning(service, jobId);
      service.kill('SIGKILL');
      await service.exited;
      service = await start();
    }
    expect(await jobOf(service, jobId)).toMatchObject({ status: 'failed', error: { code: 'given_up' } });
  });
});

describe('the program', () => {
  it('hands its job back on SIGTERM', { timeout: 60_000 }, async () => {
    const first = await start();
    const jobId = await generate(first, minute);
    await untilRunning(first, jobId);
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(readdirSync(join(dataDir, 'media', 'audio'))).toEqual([]);
    const second = await start();
    await vi.waitFor(async () => expect((await jobOf(second, jobId)).status).toBe('succeeded'), {
      timeout: 40_000,
    });
    expect((await jobOf(second, jobId)).attempts).toBe(1);
  });

  it('answers /health while it speaks', { timeout: 60_000 }, async () => {
    const service = await start();
    const jobId = await generate(service, minute);
    await untilRunning(service, jobId);
    let healthy = 0;
    while ((await jobOf(service, jobId)).status === 'running') {
      expect(await (await fetch(`${service.url}/health`)).json()).toEqual({ status: 'ok' });
      healthy++;
    }
    expect(healthy).toBeGreaterThan(5);
  });

  it('refuses a second process on the same data, and settings that cannot be', {
    timeout: 60_000,
  }, async () => {
    await start();
    await expect(spawnService({ AVATAR_DATA_DIR: dataDir })).rejects.toThrow(/in use by another process/);
    await expect(spawnService({ AVATAR_DATA_DIR: dataDir, PORT: '70000' })).rejects.toThrow(/PORT/);
    await expect(spawnService({ AVATAR_DATA_DIR: dataDir, AVATAR_HOST: '0.0.0.0' })).rejects.toThrow(
      /token/i,
    );
  });

  it('says in one line that its models are missing', async () => {
    const started = spawnService({ AVATAR_DATA_DIR: dataDir, ANIMA_MODELS_DIR: dataDir });
    await expect(started).rejects.toThrow(/^the service ended before it listened: [^\n]+\n$/);
  });
});

describe('npm start', () => {
  // cmd.exe passes signals differently; there is nothing to forward there.
  it.skipIf(process.platform === 'win32')(
    'starts both services, and stops both',
    { timeout: 90_000 },
    async () => {
      const script = fileURLToPath(new URL('../../../scripts/anima.mjs', import.meta.url));
      const both = spawn(process.execPath, [script, 'start'], {
        env: { ...process.env, ANIMA_HOME: dataDir, MEMORY_PORT: '0', PORT: '0' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let stderr = '';
      both.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      const exited = new Promise<number | null>((resolve) => both.once('exit', resolve));
      const addresses = () => [...stderr.matchAll(/listens on (http:\/\/\S+)/g)].map(([, url]) => url!);
      await vi.waitFor(() => expect(addresses()).toHaveLength(2), { timeout: 60_000, interval: 50 });
      for (const url of addresses()) expect((await fetch(`${url}/health`)).status).toBe(200);
      both.kill('SIGTERM');
      expect(await exited).toBe(0);
      for (const url of addresses()) await expect(fetch(`${url}/health`)).rejects.toThrow();
    },
  );
});
