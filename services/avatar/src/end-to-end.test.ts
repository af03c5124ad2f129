import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChildService, spawnService } from './testing/child-service.js';
import { createHeldEncoder, type HeldEncoder } from './testing/held-encoder.js';
import { processesOf } from './testing/processes.js';

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

async function generate({ url }: ChildService, text: string, format = 'wav'): Promise<string> {
  const response = await fetch(`${url}/tts/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, format }),
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
const long = 'This sentence is said again and again, to take some time of the engine. '.repeat(6);

// A shell script in place of ffmpeg, and signals that end a process at once.
describe.skipIf(process.platform === 'win32')('in the middle of a sound', () => {
  // Longer than the buffer of the encoder: the following sentences wait.
  const text = 'This sentence is said again and again. '.repeat(8);
  const QUARTER_SECOND_BYTES = 12_000;
  let encoder: HeldEncoder;
  beforeEach(() => {
    encoder = createHeldEncoder(QUARTER_SECOND_BYTES, 's16le');
  });
  afterEach(() => encoder.remove());
  const startHeld = () => start({ FFMPEG_PATH: encoder.path });

  async function kill(service: ChildService, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    service.kill(signal);
    const code = await service.exited;
    // The encoder outlives a killed service until it has read its input.
    if (signal === 'SIGKILL') encoder.release();
    await vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), { timeout: 20_000 });
    return code;
  }
  const untilDone = (service: ChildService, jobId: string) =>
    vi.waitFor(async () => expect((await jobOf(service, jobId)).status).toBe('succeeded'), {
      timeout: 60_000,
      interval: 100,
    });

  it('kill -9 loses no job: each is done after the next start, with no half file', {
    timeout: 90_000,
  }, async () => {
    const first = await startHeld();
    const jobs = [
      await generate(first, text, 'mp3'),
      await generate(first, 'Second.'),
      await generate(first, 'Third.'),
    ];
    await encoder.holds(1);
    await kill(first, 'SIGKILL');
    const second = await start();
    for (const jobId of jobs) await untilDone(second, jobId);
    expect((await jobOf(second, jobs[0]!)).attempts).toBe(2);
    expect((await jobOf(second, jobs[1]!)).attempts).toBe(1);
    expect(readdirSync(join(dataDir, 'media', 'audio')).sort()).toEqual([...jobs].sort());
  });

  it('a job that takes the service with it every time is given up', { timeout: 90_000 }, async () => {
    let service = await startHeld();
    const jobId = await generate(service, text, 'mp3');
    for (let attempt = 1; attempt <= 3; attempt++) {
      await encoder.holds(attempt);
      await kill(service, 'SIGKILL');
      service = await startHeld();
    }
    expect(await jobOf(service, jobId)).toMatchObject({ status: 'failed', error: { code: 'given_up' } });
  });

  it('SIGTERM hands the job back', { timeout: 60_000 }, async () => {
    const first = await startHeld();
    const jobId = await generate(first, text, 'mp3');
    await encoder.holds(1);
    expect(await kill(first, 'SIGTERM')).toBe(0);
    expect(readdirSync(join(dataDir, 'media', 'audio'))).toEqual([]);
    const second = await start();
    await untilDone(second, jobId);
    expect((await jobOf(second, jobId)).attempts).toBe(1);
  });
});

describe('the program', () => {
  it('loads the default voice and face as it starts, in the processes of the first clip', {
    timeout: 60_000,
  }, async () => {
    const service = await start({ AVATAR_PRELOAD: 'true' });
    const children = () =>
      processesOf('-process.js')
        .filter(({ parent }) => parent === service.pid)
        .map(({ pid, args }) => `${pid} ${/(\w+)-process\.js/.exec(args)?.[1]}`);
    const ahead = children();
    expect(ahead.map((child) => child.split(' ')[1]).sort()).toEqual(['render', 'speech']);
    type Bootstrap = { engines: { name: string; loaded: boolean }[] };
    await vi.waitFor(
      async () => {
        const { engines } = (await (await fetch(`${service.url}/bootstrap-config`)).json()) as Bootstrap;
        const loaded = engines.filter((engine) => engine.loaded).map(({ name }) => name);
        expect(loaded).toEqual(expect.arrayContaining(['hibari', 'head']));
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(children()).toEqual(ahead);
  });

  it('answers /health while it speaks, and keeps a second process off its data', {
    timeout: 60_000,
  }, async () => {
    const service = await start();
    const jobId = await generate(service, long);
    await vi.waitFor(async () => expect((await jobOf(service, jobId)).progress).toBeGreaterThan(0), {
      timeout: 20_000,
    });
    let healthy = 0;
    while ((await jobOf(service, jobId)).status === 'running') {
      expect(await (await fetch(`${service.url}/health`)).json()).toEqual({ status: 'ok' });
      healthy++;
    }
    expect(healthy).toBeGreaterThan(5);
    await expect(spawnService({ AVATAR_DATA_DIR: dataDir })).rejects.toThrow(/in use by another process/);
  });

  it('refuses settings that cannot be', { timeout: 60_000 }, async () => {
    await expect(spawnService({ AVATAR_DATA_DIR: dataDir, PORT: '70000' })).rejects.toThrow(/PORT/);
    await expect(spawnService({ AVATAR_DATA_DIR: dataDir, AVATAR_HOST: '0.0.0.0' })).rejects.toThrow(
      /token/i,
    );
  });

  it('reports missing models in one line', async () => {
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
