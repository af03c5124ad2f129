import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { createTestMedia, H264, type TestMedia } from '../../testing/test-media.js';
import { audioDuration, decodeAudio, measureSound } from './decode-audio.js';

const builds = await ffmpegBuilds();
let media: TestMedia;

const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=1000:sample_rate=44100:duration=2'];
const encodings: Record<string, string[]> = {
  wav: [],
  mp3: ['-c:a', 'libmp3lame'],
  m4a: ['-c:a', 'aac'],
  ogg: ['-c:a', 'libvorbis'],
  opus: ['-c:a', 'libopus'],
  flac: ['-c:a', 'flac'],
  webm: ['-c:a', 'libopus'],
};

beforeAll(async () => {
  media = await createTestMedia();
  for (const [extension, options] of Object.entries(encodings))
    media.run(...TONE, ...options, media.at(`tone.${extension}`));
  media.make('clip.mp4', ...H264);
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=sample_rate=8000:channel_layout=mono'];
  media.run(...silence, '-t', '20000', media.at('endless.flac'));
  media.make('silent.mp4', ...H264, '-an');
  writeFileSync(
    media.at('garbage.mp3'),
    Buffer.from([0xff, 0xfb, ...Array.from({ length: 5_000 }, (_, i) => i % 251)]),
  );
  writeFileSync(media.at('text.wav'), 'no sound at all');
  writeFileSync(media.at('empty.wav'), '');
  mkdirSync(media.at('folder.wav'));
});
afterAll(() => media.remove());

async function decode(ffmpeg: string, path: string, sampleRate: number, start = 0): Promise<Float32Array> {
  const samples: number[] = [];
  for await (const chunk of decodeAudio(ffmpeg, path, { sampleRate, start })) samples.push(...chunk);
  return Float32Array.from(samples);
}

/** How often it rises through zero in a second. */
function pitch(samples: Float32Array, sampleRate: number): number {
  let rises = 0;
  for (let i = 1; i < samples.length; i++) if (samples[i - 1]! < 0 && samples[i]! >= 0) rises++;
  return (rises * sampleRate) / samples.length;
}

describe.each(builds)('sound decoded with the ffmpeg of $name', ({ ffmpeg }) => {
  it.each(Object.keys(encodings))('%s: all of it, at the rate asked for', async (extension) => {
    const samples = await decode(ffmpeg, media.at(`tone.${extension}`), 16_000);
    expect(Math.abs(samples.length / 16_000 - 2)).toBeLessThan(0.03);
    expect(Math.abs(pitch(samples, 16_000) - 1000)).toBeLessThan(15);
    // The tone of ffmpeg has an amplitude of 1/8.
    const loudest = samples.reduce((most, value) => Math.max(most, value), 0);
    expect(Math.abs(loudest - 0.125)).toBeLessThan(0.03);
  });

  it('decodes the audio of a clip and measures it', async () => {
    expect(Math.abs((await audioDuration(ffmpeg, media.at('clip.mp4'))) - 1)).toBeLessThan(0.025);
  });

  it('leaves out the beginning, to the sample', async () => {
    const whole = await decode(ffmpeg, media.at('tone.flac'), 44_100);
    const rest = await decode(ffmpeg, media.at('tone.flac'), 44_100, 1.5);
    expect(rest).toEqual(whole.subarray(1.5 * 44_100));
  });

  it.each(['garbage.mp3', 'text.wav', 'empty.wav', 'folder.wav', 'silent.mp4'])(
    '%s is refused',
    async (name) => {
      await expect(decode(ffmpeg, media.at(name), 16_000)).rejects.toMatchObject({
        code: 'media_unreadable',
      });
    },
  );

  it('is measured no further than it may be long', async () => {
    const measure = (atMost: number, signal = new AbortController().signal) =>
      measureSound(ffmpeg, media.at('tone.flac'), { atMost, signal });
    expect(await measure(10)).toBeCloseTo(2, 2);
    const some = await measure(0.5);
    expect(some).toBeGreaterThan(0.5);
    expect(some).toBeLessThan(1.9);
    await expect(measure(10, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });

  it.skipIf(process.platform === 'win32')('is refused where decoding takes more than it may', async () => {
    const limits = { memoryBytes: 1024 ** 3, cpuSeconds: 1 };
    // So slow that decoding takes the time, and not reading.
    const sound = decodeAudio(ffmpeg, media.at('endless.flac'), { sampleRate: 250, limits });
    const decoding = (async () => {
      for await (const _ of sound);
    })();
    await expect(decoding).rejects.toMatchObject({ code: 'media_too_demanding' });
  });

  it('ends on abort', async () => {
    const controller = new AbortController();
    const chunks = decodeAudio(ffmpeg, media.at('tone.wav'), {
      sampleRate: 192_000,
      signal: controller.signal,
    });
    await chunks.next();
    controller.abort(new Error('Cancelled'));
    await expect(chunks.next()).rejects.toThrow('Cancelled');
  });
});
