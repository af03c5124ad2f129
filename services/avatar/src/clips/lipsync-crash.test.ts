import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChildService, spawnService } from '../testing/child-service.js';
import { packagedFfmpeg } from '../testing/ffmpeg-builds.js';
import { createHeldEncoder, type HeldEncoder } from '../testing/held-encoder.js';
import { processesOf } from '../testing/processes.js';
import { createTestMedia, type TestMedia } from '../testing/test-media.js';

let media: TestMedia;
let dataDir: string;
let children: ChildService[] = [];
let encoder: HeldEncoder;
beforeAll(async () => {
  media = await createTestMedia();
  media.run('-f', 'lavfi', '-i', 'sine=frequency=180:duration=16', media.at('long.wav'));
  media.run('-f', 'lavfi', '-i', 'sine=frequency=180:duration=1', media.at('short.wav'));
});
afterAll(() => media.remove());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'anima-crash-'));
  if (process.platform !== 'win32') encoder = createHeldEncoder(HELD_FRAMES * FRAME_BYTES);
});
afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    await child.exited;
  }
  children = [];
  await vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), { timeout: 10_000 });
  rmSync(dataDir, { recursive: true, force: true });
  encoder?.remove();
});

async function start(env: Record<string, string> = {}): Promise<ChildService> {
  const places = { AVATAR_DATA_DIR: dataDir, AVATAR_FILE_ROOTS: media.at('.') };
  const child = await spawnService({ ...places, FFMPEG_PATH: packagedFfmpeg(), ...env });
  children.push(child);
  return child;
}

interface Job {
  job_id: string;
  status: string;
  status_url: string;
  progress: number;
  stage: string | null;
  attempts: number;
  output_path?: string;
  error?: { code: string; message: string };
  scenes: { id: string; status: string; output_path: string }[];
}

async function call<T>({ url }: ChildService, method: string, path: string, body?: unknown): Promise<T> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url + path, { method, ...(body === undefined ? {} : json) });
  const answer = await response.json();
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer as T;
}

/** Each clip stops after its third frame until it is released. */
const startHeld = () => start({ FFMPEG_PATH: encoder.path });
const HELD_FRAMES = 3;
const FRAME_BYTES = 64 * 64 * 1.5;

const long = { audio_path: 'long.wav', face: 'leo', options: { width: 256 } };
const short = { audio_path: 'short.wav', face: 'leo', options: { width: 64, fps: 10 } };
const sounding = <T extends { audio_path: string }>(body: T) => ({
  ...body,
  audio_path: media.at(body.audio_path),
});

/** The path at which the job can be read. */
async function generate(service: ChildService, body: typeof long | Record<string, unknown>): Promise<string> {
  const path =
    'scenes' in body ? '/lipsync/generate/batch' : 'text' in body ? '/tts/generate' : '/lipsync/generate';
  return (await call<Job>(service, 'POST', path, body)).status_url;
}

async function until(service: ChildService, statusUrl: string, holds: (job: Job) => boolean): Promise<Job> {
  let job!: Job;
  await vi.waitFor(
    async () => {
      job = await call<Job>(service, 'GET', statusUrl);
      expect(holds(job), JSON.stringify(job)).toBe(true);
    },
    { timeout: 150_000, interval: 30 },
  );
  return job;
}
const isDrawn = ({ status, progress, stage }: Job) =>
  status === 'running' && stage === 'drawing' && progress > 0.08;
const isFinished = ({ status }: Job) => status !== 'queued' && status !== 'running';
const succeeded = async (service: ChildService, statusUrl: string) => {
  const job = await until(service, statusUrl, isFinished);
  expect(job).toMatchObject({ status: 'succeeded' });
  return job;
};

const drawers = () => processesOf(dataDir).filter(({ args }) => args.includes('render-process.js'));
const filesIn = (...path: string[]) => readdirSync(join(dataDir, ...path)).sort();

// ps, and signals that end a process at once.
describe.skipIf(process.platform === 'win32')('kill -9 of a process that draws', () => {
  it('takes one clip with it and nothing else', { timeout: 300_000 }, async () => {
    const service = await startHeld();
    await call(service, 'PATCH', '/settings', { render_concurrency: 2 });
    const clips = [await generate(service, sounding(short)), await generate(service, sounding(short))];
    await encoder.holds(2);
    expect(drawers()).toHaveLength(2);
    const speech = await generate(service, { text: 'Spoken meanwhile.' });
    process.kill(drawers()[0]!.pid, 'SIGKILL');
    const failed = await Promise.race(clips.map((clip) => until(service, clip, isFinished)));
    expect(failed.error).toEqual({
      code: 'render_crashed',
      message: 'The render worker crashed. Retry the request.',
    });
    // The encoder stops again at the end of the frames.
    encoder.release();
    encoder.release();
    const survivor = await succeeded(service, clips.find((clip) => !clip.endsWith(failed.job_id))!);
    await succeeded(service, speech);
    const next = generate(service, sounding(short));
    await encoder.holds(3);
    encoder.release();
    const { job_id } = await succeeded(service, await next);
    expect(filesIn('media', 'video')).toEqual([survivor.job_id, job_id].sort());
    expect(processesOf(dataDir).filter(({ args }) => !args.includes('render-process.js'))).toEqual([]);
  });

  it('leaves no half track of a face for long', { timeout: 300_000 }, async () => {
    const service = await start();
    const body = { audio_path: media.at('long.wav'), source: 'ada-listening', options: { width: 256 } };
    const clip = await generate(service, body);
    await until(service, clip, ({ stage, progress }) => stage === 'following the face' && progress > 0.06);
    process.kill(drawers()[0]!.pid, 'SIGKILL');
    expect(await until(service, clip, isFinished)).toMatchObject({ error: { code: 'render_crashed' } });
    expect(filesIn('cache', 'tracks')).toEqual([expect.stringMatching(/\.track\.\d+$/)]);
    await succeeded(service, await generate(service, { ...body, audio_path: media.at('short.wav') }));
    expect(filesIn('cache', 'tracks')).toEqual([expect.stringMatching(/\.track$/)]);
    expect(filesIn('media', 'video')).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('a process that freezes', () => {
  const AVATAR_JOB_STALL = '8s';

  it('while it draws, is stopped after a time without progress, and the clip is drawn again', {
    timeout: 300_000,
  }, async () => {
    const service = await start({ AVATAR_JOB_STALL });
    const clip = await generate(service, sounding(long));
    await until(service, clip, isDrawn);
    const frozen = drawers()[0]!.pid;
    process.kill(frozen, 'SIGSTOP');
    expect(await succeeded(service, clip)).toMatchObject({ attempts: 2 });
    expect(drawers().map(({ pid }) => pid)).not.toContain(frozen);
  });

  it('while it encodes, is stopped too', { timeout: 300_000 }, async () => {
    const service = await start({ AVATAR_JOB_STALL, FFMPEG_PATH: encoder.path });
    const clip = await generate(service, sounding(short));
    await encoder.holds(2);
    encoder.release();
    expect(await succeeded(service, clip)).toMatchObject({ attempts: 2 });
  });
});

describe.skipIf(process.platform === 'win32')('the end of the service while clips are drawn', () => {
  it('by kill -9 between two frames loses none, and keeps the scenes that were done', {
    timeout: 300_000,
  }, async () => {
    const first = await startHeld();
    const scenes = ['one', 'two', 'three'].map((id) => ({ id, ...sounding(short) }));
    const batch = await generate(first, { scenes });
    await encoder.holds(1);
    encoder.release();
    await encoder.holds(2);
    const clip = await generate(first, sounding(short));
    await encoder.holds(3);
    const early = await until(first, batch, (job) => job.scenes[1]!.status === 'running');
    const made = early.scenes[0]!.output_path;
    const before = statSync(made);
    first.kill('SIGKILL');
    await first.exited;
    await vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), { timeout: 10_000 });
    const published = filesIn('media', 'video').filter((name) => !name.startsWith('.'));
    expect(published).toEqual([expect.stringMatching(/\.001$/)]);
    expect(filesIn('media', 'video')).toHaveLength(3);

    const second = await start();
    const whole = await succeeded(second, batch);
    expect(whole).toMatchObject({ attempts: 2, failed_scenes: 0 });
    expect(whole.scenes.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    const after = statSync(made);
    expect([after.mtimeMs, after.ino]).toEqual([before.mtimeMs, before.ino]);
    const { job_id } = await succeeded(second, clip);
    expect(await call<Job>(second, 'GET', clip)).toMatchObject({ attempts: 2, result: { frames: 10 } });
    const parts = ['001', '002', '003'].map((part) => `${whole.job_id}.${part}`);
    expect(filesIn('media', 'video')).toEqual([job_id, ...parts].sort());
    expect(await call(second, 'GET', '/jobs?status=running')).toMatchObject({ total: 0 });
  });

  it('by SIGTERM hands the clip back', { timeout: 300_000 }, async () => {
    const first = await startHeld();
    const clip = await generate(first, sounding(short));
    await encoder.holds(1);
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(processesOf(dataDir)).toEqual([]);
    expect(filesIn('media', 'video')).toEqual([]);
    const second = await start();
    expect(await succeeded(second, clip)).toMatchObject({ attempts: 1 });
  });
});

describe('/health', () => {
  /** So many are waited for, and not the end of the clips. */
  const REPORTS = 4;

  it('answers while two clips are drawn', { timeout: 300_000 }, async () => {
    const service = await start();
    await call(service, 'PATCH', '/settings', { render_concurrency: 2 });
    const clips = [await generate(service, sounding(long)), await generate(service, sounding(long))];
    for (const clip of clips) await until(service, clip, isDrawn);
    const times: number[] = [];
    const reports = new Set<number>();
    for (let isRunning = true; isRunning && reports.size < REPORTS; ) {
      const began = performance.now();
      expect(await call(service, 'GET', '/health')).toEqual({ status: 'ok' });
      times.push(performance.now() - began);
      const jobs = await Promise.all(clips.map((clip) => call<Job>(service, 'GET', clip)));
      reports.add(jobs[0]!.progress);
      isRunning = jobs.every(({ status }) => status === 'running');
    }
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
    console.info(
      `/health while two clips are drawn: median ${at(0.5)} ms, 99th ${at(0.99)} ms, longest ${at(1)} ms`,
    );
    // Clips report every 400 ms: more answers than reports are less than that apart.
    expect(times.length).toBeGreaterThan(2 * reports.size);
    expect(reports.size).toBeGreaterThan(2);
  });
});
