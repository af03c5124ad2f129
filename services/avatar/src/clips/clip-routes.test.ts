import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.js';
import { runFfmpeg } from '../media/ffmpeg/run-ffmpeg.js';
import { finishedJob } from '../testing/finished-job.js';
import { createTestMedia, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  // The one that users have.
  const ffmpeg = (await findFfmpeg(undefined))!;
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.'), FFMPEG_PATH: ffmpeg });
});
afterAll(async () => {
  await service.close();
  media.remove();
});

/** 256 x 256: a fixed face that does not change with the faces that ship. */
const DRAWN_FACE = fileURLToPath(new URL('../../fixtures/drawn-face.png', import.meta.url));
/** Small images and few frames, because these tests check the outcome and not the quality. */
const small = { width: 128, fps: 10 };

const finished = (statusUrl: string) => finishedJob(service, statusUrl);

async function render(body: Record<string, unknown>) {
  const accepted = await service.post('/lipsync/generate', body);
  expect(accepted).toMatchObject({ status: 202, body: { kind: 'lipsync', status: 'queued' } });
  const job = await finished(accepted.body.status_url);
  expect(job.error).toBeUndefined();
  return job;
}

/** Returns the metadata that ffmpeg reports and the number of decoded frames. */
async function inspect(path: string) {
  const ffmpeg = (await findFfmpeg(undefined))!;
  const { words, succeeded } = await runFfmpeg(ffmpeg, { path, format: 'mp4' }, [
    ...['-stats', '-map', '0:v:0', '-f', 'null', '-'],
  ]);
  expect(succeeded).toBe(true);
  return { words, frames: Number([...words.matchAll(/frame=\s*(\d+)/g)].at(-1)![1]) };
}

type Square = { left: number; top: number; size: number };

/** The first picture of a file, 256 pixels wide. */
function lumaOf(path: string): Buffer {
  media.run('-i', path, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', media.at('first.raw'));
  return readFileSync(media.at('first.raw'));
}

/** Mean squared difference of two images in a square. */
function apart(one: Buffer, other: Buffer, { left, top, size }: Square): number {
  let sum = 0;
  for (let y = top; y < top + size; y++)
    for (let x = left; x < left + size; x++) sum += (one[256 * y + x]! - other[256 * y + x]!) ** 2;
  return sum / size ** 2;
}

describe('a lip sync job', () => {
  it('makes a clip of the default face from a text', { timeout: 90_000 }, async () => {
    const job = await render({ text: 'Hello. My name is Ada.', options: small });
    const { result, output_path, media_url } = job;
    expect(job).toMatchObject({ status: 'succeeded', progress: 1, attempts: 1 });
    expect(result).toMatchObject({ engine: 'head', fps: 10, width: 128, height: 128, face_track: null });
    expect(result.words.map(({ word }: { word: string }) => word)).toEqual([
      'Hello',
      'My',
      'name',
      'is',
      'Ada',
    ]);
    expect(result.frames).toBe(Math.ceil(result.duration * 10 - 1e-6));
    expect(result.realtime_factor).toBeGreaterThan(0);
    const { words, frames } = await inspect(output_path);
    expect(frames).toBe(result.frames);
    expect(words).toMatch(/Video: h264 .*yuv420p.*bt709.*128x128/);
    expect(words).toMatch(/Audio: aac .*Hz/);
    // The index precedes the media data.
    const bytes = readFileSync(output_path);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    const over = await service.request('GET', media_url);
    expect(over.headers.get('content-type')).toBe('video/mp4');
    expect(Number(over.headers.get('content-length'))).toBe(bytes.length);
    // No intermediate files are left.
    expect(readdirSync(join(service.dataDir, 'media', 'video'))).toEqual([job.job_id]);
    expect(readdirSync(join(service.dataDir, 'media', 'video', job.job_id))).toEqual(['clip.mp4']);
    expect((await service.get(`/tts/jobs/${job.job_id}`)).status).toBe(404);
  });

  it('draws the same frames for the same request', { timeout: 90_000 }, async () => {
    const hashOf = async (seed: number) => {
      const { output_path } = await render({ text: 'The same.', face: 'leo', options: { ...small, seed } });
      media.run('-i', output_path, '-map', '0:v', '-f', 'md5', media.at('hash'));
      return readFileSync(media.at('hash'), 'utf8');
    };
    const [one, same, other] = [await hashOf(1), await hashOf(1), await hashOf(2)];
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });

  it('takes a speech job that may still be running', { timeout: 90_000 }, async () => {
    const speech = await service.post('/tts/generate', { text: 'Spoken first, seen later.', format: 'mp3' });
    const job = await render({
      tts_job_id: speech.body.job_id.toUpperCase(),
      face: 'leo',
      options: { ...small, captions: 'beside' },
    });
    const spoken = (await service.get(speech.body.status_url)).body.result;
    expect(job.result.words).toEqual(spoken.words);
    expect(job.result.duration).toBeCloseTo(spoken.duration_seconds, 0);
    expect(readFileSync(job.result.subtitles.srt_path, 'utf8')).toContain('Spoken first, seen later.');
    expect(readFileSync(job.result.subtitles.vtt_path, 'utf8')).toMatch(/^WEBVTT/);
  });

  it('takes a file of sound alone, and a picture', { timeout: 90_000 }, async () => {
    media.make('tone.flac', '-vn');
    const job = await render({ audio_path: media.at('tone.flac'), face: 'ada-portrait', options: small });
    expect(job.result).toMatchObject({
      engine: 'mesh',
      frames: 10,
      words: [],
      face_track: { frames: 1, frames_with_face: 1, cached: false },
    });
  });

  it('runs a source clip forward and back under a longer sound', { timeout: 120_000 }, async () => {
    const options = small;
    const sound = { text: 'This sentence is longer than the clip that it is spoken over, by far.' };
    const source = media.at('short.mp4');
    const { path } = (await service.get('/catalog')).body.sources[0];
    media.run(
      '-i',
      path,
      '-t',
      '0.8',
      '-r',
      '10',
      '-an',
      '-vf',
      'scale=256:256',
      '-c:v',
      'libx264',
      '-bf',
      '2',
      source,
    );
    const first = await render({ ...sound, source_path: source, options });
    expect(first.result.duration).toBeGreaterThan(3.2);
    expect(first.result.face_track).toMatchObject({ frames: 8, frames_with_face: 8, cached: false });
    expect((await inspect(first.output_path)).frames).toBe(first.result.frames);
    const second = await render({ ...sound, source_path: source, options });
    expect(second.result.face_track).toMatchObject({ frames: 8, cached: true });
    expect(second.result.frames).toBe(first.result.frames);
  });

  it('is cancelled within two seconds and leaves nothing', { timeout: 60_000 }, async () => {
    media.run('-f', 'lavfi', '-i', 'sine=duration=60', media.at('long.wav'));
    const { body } = await service.post('/lipsync/generate', {
      audio_path: media.at('long.wav'),
      face: 'leo',
      options: small,
    });
    await vi.waitFor(
      async () => expect((await service.get(body.status_url)).body.progress).toBeGreaterThan(0.06),
      { timeout: 40_000, interval: 50 },
    );
    expect(await service.request('DELETE', body.status_url)).toMatchObject({ status: 200 });
    const folder = join(service.dataDir, 'media', 'video');
    await vi.waitFor(
      () => expect(readdirSync(folder).filter((name) => name.includes(body.job_id))).toEqual([]),
      {
        timeout: 2_500,
        interval: 50,
      },
    );
    expect((await service.get(body.status_url)).body).toMatchObject({ status: 'cancelled' });
    // The engine lives on.
    await render({ text: 'Still here.', face: 'leo', options: small });
  });

  it('restores the face in the same pass', { timeout: 90_000 }, async () => {
    media.run('-i', DRAWN_FACE, media.at('clean.png'));
    media.run('-i', media.at('clean.png'), '-vf', 'noise=alls=30:all_seed=1', media.at('noisy.png'));
    const body = { text: 'Oh.', source_path: media.at('noisy.png') };
    const options = { fps: 10, blink: false, head_motion: 0 };
    const plain = await render({ ...body, options });
    const enhanced = await render({ ...body, options: { ...options, enhance: true } });
    expect(enhanced.result.frames).toBe(plain.result.frames);
    const [clean, noisy, restored] = [media.at('clean.png'), plain.output_path, enhanced.output_path].map(
      lumaOf,
    );
    // An area next to the nose without motion.
    const cheek = { left: 96, top: 100, size: 28 };
    const wall = { left: 0, top: 0, size: 48 };
    expect(apart(restored!, clean!, cheek)).toBeLessThan(0.6 * apart(noisy!, clean!, cheek));
    expect(apart(restored!, noisy!, wall)).toBeLessThan(0.1 * apart(noisy!, clean!, wall));
  });

  it('reports in its fields what it will not keep', async () => {
    const { body } = await service.get('/bootstrap-config');
    expect(body.features).toMatchObject({ lipsync: true });
    expect(body.engines.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['hibari', 'head', 'mesh']),
    );
  });

  it('answers a repeated request with the same job', { timeout: 60_000 }, async () => {
    const body = { text: 'Only once.', face: 'leo', options: small };
    const headers = { 'idempotency-key': 'once' };
    const [one, two] = [
      await service.post('/lipsync/generate', body, headers),
      await service.post('/lipsync/generate', body, headers),
    ];
    expect(two.body.job_id).toBe(one.body.job_id);
    await finished(one.body.status_url);
    expect(existsSync(join(service.dataDir, 'media', 'video', one.body.job_id, 'clip.mp4'))).toBe(true);
  });
});
