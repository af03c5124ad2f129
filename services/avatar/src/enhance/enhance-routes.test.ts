import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameRegionToRgb, readImage, readRgbPicture } from '@anima/face';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { finishedJob } from '../testing/finished-job.js';
import { createTestMedia, H264, LEO, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const PORTRAIT = fileURLToPath(new URL('../../../../models/heads/leo.png', import.meta.url));

let service: TestService;
let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
});
afterAll(async () => {
  await service.close();
  media.remove();
});

const finished = (statusUrl: string) => finishedJob(service, statusUrl);

async function enhance(body: Record<string, unknown>) {
  const accepted = await service.post('/enhance/generate', body);
  expect(accepted).toMatchObject({ status: 202, body: { kind: 'enhance', status: 'queued' } });
  expect(accepted.headers.get('location')).toBe(`/enhance/jobs/${accepted.body.job_id}`);
  const job = await finished(accepted.body.status_url);
  expect(job.error).toBeUndefined();
  return job;
}

/** A fingerprint of the packets of a stream, as they are. */
function packets(path: string, stream: 'a' | 'v'): string {
  media.run('-i', path, '-map', `0:${stream}:0`, '-c', 'copy', '-f', 'framecrc', media.at('packets'));
  // The first lines describe the container; the size and checksum of the others are compared.
  return readFileSync(media.at('packets'), 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(',').slice(3).join())
    .join('\n');
}

/** Seconds at which frames are shown, or at which sound begins, on the file's own clock. */
function timesOf(path: string, stream: 'a' | 'v'): number[] {
  const to = media.at('times');
  media.run(...['-copyts', '-i', path, '-map', `0:${stream}:0`, '-c', 'copy', '-f', 'framecrc', to]);
  const frameList = readFileSync(to, 'utf8');
  const [, ticks, parts] = /#tb 0: (\d+)\/(\d+)/.exec(frameList)!;
  return frameList
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => (Number(line.split(',')[2]) * Number(ticks)) / Number(parts))
    .sort((one, other) => one - other);
}

/**
 * Frame times of phones and screen recorders: 30 per second, with some frames missing, and a second without
 * frames.
 */
const UNEVEN = "select='not(eq(mod(n,7),3))*not(between(n,20,49))*not(eq(n,60))'";

describe('a clip of uneven times', { timeout: 60_000 }, () => {
  it.each<[string, string[], string, number]>([
    ['mp4', ['-vsync', 'vfr', ...H264], '', 0.00004],
    ['mp4', ['-vsync', 'vfr', ...H264], ',setpts=PTS+0.4/TB', 0.00004],
    ['mov', ['-vsync', 'vfr', ...H264, '-video_track_timescale', '600'], '', 0.00004],
    ['mkv', ['-vsync', 'vfr', ...H264], ',setpts=PTS+random(1)*0.02/TB', 0.00006],
    [
      'webm',
      ['-vsync', 'vfr', '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'],
      ',setpts=PTS+0.25/TB',
      0.00006,
    ],
  ])(
    'keeps its frames and their times, and its sound in place: %s, %s%s',
    async (format, words, delay, tick) => {
      const clip = media.at(`uneven.${format}`);
      media.run(
        ...[
          '-f',
          'lavfi',
          '-i',
          'testsrc=s=64x64:r=30:d=3',
          '-f',
          'lavfi',
          '-i',
          'sine=frequency=300:duration=3',
        ],
        ...['-vf', `${UNEVEN}${delay}`, '-pix_fmt', 'yuv420p', ...words, '-y', clip],
      );
      const job = await enhance({ source_path: clip, quality: 'fast' });
      const [came, made] = [timesOf(clip, 'v'), timesOf(job.output_path, 'v')];
      expect(came.length).toBeGreaterThan(45);
      expect(made).toHaveLength(came.length);
      expect(job.result.frames).toBe(came.length);
      for (const [i, time] of made.entries())
        expect(Math.abs(time - made[0]! - (came[i]! - came[0]!))).toBeLessThan(tick);
      // Opus starts 6.5 ms before its first sound, which WebM and mp4 record in different ways.
      const apart = (path: string) => timesOf(path, 'a')[0]! - timesOf(path, 'v')[0]!;
      expect(Math.abs(apart(job.output_path) - apart(clip))).toBeLessThan(0.008);
      expect(job.result.duration).toBeCloseTo(came.at(-1)! - came[0]!, 0);
    },
  );
});

describe('enhancing', { timeout: 120_000 }, () => {
  it('restores the face of a clip, and takes over its sound and every frame', async () => {
    const clip = media.at('poor.mp4');
    media.run(
      ...['-loop', '1', '-i', PORTRAIT, '-f', 'lavfi', '-i', 'sine=frequency=300', '-t', '0.6', '-r', '10'],
      ...['-vf', 'scale=256:256', ...H264, '-crf', '38', clip],
    );
    const job = await enhance({ source_path: clip, quality: 'fast' });
    expect(job).toMatchObject({ status: 'succeeded', progress: 1 });
    expect(job.result).toMatchObject({
      kind: 'clip',
      width: 256,
      height: 256,
      fps: 10,
      frames: 6,
      frames_with_face: 6,
      model: 'general',
      notes: [],
    });
    expect(packets(job.output_path, 'a')).toBe(packets(clip, 'a'));
    expect(packets(job.output_path, 'v').split('\n')).toHaveLength(6);
    expect(packets(job.output_path, 'v')).not.toBe(packets(clip, 'v'));
    expect((await service.request('GET', job.media_url)).headers.get('content-type')).toBe('video/mp4');
  });

  it('restores only the face of an image', async () => {
    media.run('-i', PORTRAIT, '-vf', 'scale=300:300', '-q:v', '12', media.at('poor.jpg'));
    const job = await enhance({ source_path: media.at('poor.jpg'), strength: 0.6 });
    expect(job.result).toMatchObject({
      kind: 'picture',
      width: 300,
      height: 300,
      frames: 1,
      frames_with_face: 1,
      duration: null,
    });
    const before = await readRgbPicture(media.at('poor.jpg'));
    const after = await readRgbPicture(job.output_path);
    const differs = (x: number, y: number) => {
      const at = 3 * (y * 300 + x);
      return [0, 1, 2].some((k) => before.rgb[at + k] !== after.rgb[at + k]);
    };
    let inFace = 0;
    for (let y = 100; y < 180; y++) for (let x = 120; x < 180; x++) if (differs(x, y)) inFace++;
    expect(inFace).toBeGreaterThan(2_000);
    let outside = 0;
    for (let y = 0; y < 300; y++) for (const x of [0, 5, 290, 299]) if (differs(x, y)) outside++;
    for (let x = 0; x < 300; x++) for (const y of [0, 260, 299]) if (differs(x, y)) outside++;
    expect(outside).toBe(0);
    expect((await service.request('GET', job.media_url)).headers.get('content-type')).toBe('image/png');
  });

  it('doubles the size of a picture', async () => {
    media.run('-i', PORTRAIT, '-vf', 'scale=160:160', media.at('small.png'));
    const job = await enhance({ source_path: media.at('small.png'), upscale: 2 });
    expect(job.result).toMatchObject({ width: 320, height: 320, upscale: 2 });
    const [small, large] = [await readImage(media.at('small.png')), await readImage(job.output_path)];
    const mean = (rgb: Uint8Array) => rgb.reduce((sum, value) => sum + value, 0) / rgb.length;
    expect(mean(frameRegionToRgb(large))).toBeCloseTo(mean(frameRegionToRgb(small)), -0.5);
  });

  it.each([1, 2] as const)('keeps the transparency of a picture, enlarged by %d', async (upscale) => {
    // A quarter is clear, a quarter half clear; the face is opaque.
    const alpha = 'if(lt(Y,24),if(lt(X,W/2),0,128),255)';
    media.run(
      ...[
        '-i',
        PORTRAIT,
        '-vf',
        `scale=200:200,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='${alpha}'`,
      ],
      media.at('clear.png'),
    );
    const job = await enhance({ source_path: media.at('clear.png'), upscale });
    expect(job.result).toMatchObject({ width: 200 * upscale, frames_with_face: 1 });
    const raw = (path: string) => {
      media.run('-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgba', media.at('clear.raw'));
      return readFileSync(media.at('clear.raw'));
    };
    const [before, after] = [raw(media.at('clear.png')), raw(job.output_path)];
    const at = (pixels: Buffer, x: number, y: number, by: number) => [
      ...pixels.subarray(4 * (y * by * 200 * by + x * by), 4 * (y * by * 200 * by + x * by) + 4),
    ];
    expect(at(after, 20, 8, upscale)[3]).toBe(0);
    expect(at(after, 100, 120, upscale)[3]).toBe(255);
    const [half, was] = [at(after, 180, 8, upscale), at(before, 180, 8, 1)];
    expect(Math.abs(half[3]! - 128)).toBeLessThan(3);
    for (let k = 0; k < 3; k++) expect(Math.abs(half[k]! - was[k]!)).toBeLessThan(upscale === 1 ? 1 : 12);
  });

  it.each<[string, string[], boolean]>([
    ['alpha.mov', ['-c:v', 'qtrle', '-pix_fmt', 'argb'], true],
    [
      'alpha.webm',
      ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-deadline', 'realtime', '-cpu-used', '8'],
      true,
    ],
    ['opaque.mov', ['-c:v', 'qtrle', '-pix_fmt', 'argb'], false],
    ['opaque.gif', [], false],
  ])('tells of a clip whose transparency is lost: %s', async (name, words, isTold) => {
    const alpha = name.startsWith('alpha') ? "a='if(lt(X,W/2),0,255)'" : "a='255'";
    const filter = `format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':${alpha}`;
    media.run('-f', 'lavfi', '-i', 'testsrc=s=64x64:r=5:d=0.6', '-vf', filter, ...words, media.at(name));
    const { result } = await enhance({ source_path: media.at(name), quality: 'fast' });
    expect(result.notes.some((note: string) => /transparent in places/.test(note))).toBe(isTold);
  });

  it('returns media without a face unchanged, with a note', async () => {
    media.make('nobody.mp4', ...H264);
    const job = await enhance({ source_path: media.at('nobody.mp4'), quality: 'fast' });
    expect(job.result).toMatchObject({ frames: 25, frames_with_face: 0 });
    expect(job.result.notes).toEqual([expect.stringMatching(/no face/i)]);
    expect(packets(job.output_path, 'a')).toBe(packets(media.at('nobody.mp4'), 'a'));
  });

  it('takes a render that may still be running', async () => {
    const options = { width: 96, fps: 10 };
    const clip = await service.post('/lipsync/generate', { text: 'Hi.', face: 'leo', options });
    const job = await enhance({ job_id: clip.body.job_id, quality: 'fast' });
    const rendered = await finished(clip.body.status_url);
    expect(job.result.frames).toBe(rendered.result.frames);
    expect((await service.get(`/lipsync/jobs/${job.job_id}`)).status).toBe(404);
  });

  it('is cancelled within two seconds and leaves nothing', async () => {
    const source = 'ada-listening';
    const { body } = await service.post('/enhance/generate', { source, quality: 'high' });
    await vi.waitFor(
      async () => expect((await service.get(body.status_url)).body.progress).toBeGreaterThan(0.01),
      {
        timeout: 60_000,
        interval: 50,
      },
    );
    expect((await service.request('DELETE', body.status_url)).status).toBe(200);
    const folder = join(service.dataDir, 'media', 'video');
    await vi.waitFor(
      () => expect(readdirSync(folder).filter((name) => name.includes(body.job_id))).toEqual([]),
      {
        timeout: 2_500,
        interval: 50,
      },
    );
    expect((await service.get(body.status_url)).body.status).toBe('cancelled');
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['nothing', {}, 400, 'validation_failed'],
    ['two things', { source: 'ada-listening', source_path: '/a.mp4' }, 400, 'validation_failed'],
    ['a strength over 1', { source: 'ada-listening', strength: 1.5 }, 400, 'validation_failed'],
    ['an upscale of 3', { source: 'ada-listening', upscale: 3 }, 400, 'validation_failed'],
    ['an unknown field', { source: 'ada-listening', sharpness: 1 }, 400, 'validation_failed'],
    ['an unknown model', { source: 'ada-listening', model: 'magic' }, 400, 'validation_failed'],
    ['an unknown source', { source: 'nothing' }, 422, 'source_not_found'],
    ['a model that is not here', { source: 'ada-listening', model: 'gfpgan' }, 422, 'model_not_found'],
    ['fidelity without codeformer', { source: 'ada-listening', fidelity: 0.5 }, 422, 'option_not_supported'],
    ['a path outside', { source_path: '/etc/passwd' }, 422, 'path_not_allowed'],
    ['no such job', { job_id: '0197a5a0-0000-7000-8000-000000000000' }, 422, 'render_job_not_found'],
    [
      'a webhook to anywhere',
      { source: 'ada-listening', webhook_url: 'https://example.com' },
      422,
      'webhook_not_allowed',
    ],
  ])('refuses %s', async (_name, body, status, code) => {
    expect(await service.post('/enhance/generate', body)).toMatchObject({ status, body: { code } });
  });

  it('rejects a head, an invalid file and a speech job', async () => {
    writeFileSync(media.at('head.glb'), readFileSync(LEO));
    writeFileSync(media.at('words.mp4'), 'words');
    const speech = await service.post('/tts/generate', { text: 'Only sound.' });
    for (const [body, code] of [
      [{ source_path: media.at('head.glb') }, 'media_kind_wrong'],
      [{ source_path: media.at('words.mp4') }, 'media_unreadable'],
      [{ job_id: speech.body.job_id }, 'render_job_not_found'],
    ] as const)
      expect(await service.post('/enhance/generate', body)).toMatchObject({ status: 422, body: { code } });
  });

  it('is the same for the same request', async () => {
    media.run('-i', PORTRAIT, '-vf', 'scale=200:200', '-q:v', '15', media.at('again.jpg'));
    const hash = async () => {
      const { output_path } = await enhance({ source_path: media.at('again.jpg') });
      return createHash('sha256').update(readFileSync(output_path)).digest('hex');
    };
    expect(await hash()).toBe(await hash());
  });
});
